import { buildSubject, HASH, planned, withHash } from '../../../../test/support/decision-rows.js';
import { mayApprove } from './planned-step.js';

describe('mayApprove', () => {
  it('lets a buy approve of which nothing was sent', () => {
    expect(mayApprove(buildSubject(planned))).toBe(true);
  });

  it.each([
    ['was sent before', { ...planned, ...withHash }],
    ['shows the hash of another', { ...planned, foreignHashes: [HASH] }],
  ])('refuses one that %s', (_what, step) => {
    expect(mayApprove(buildSubject(step))).toBe(false);
  });

  it('refuses one that has an approval, and other actions', () => {
    const { execution, step } = buildSubject(planned);
    expect(mayApprove({ step, execution: { ...execution, steps: [{ ...step, kind: 'approve' }, step] } })).toBe(false);
    const intent = { ...execution.intent, action: 'claim_payout' } as const;
    expect(mayApprove({ step, execution: { ...execution, intent } })).toBe(false);
  });
});
