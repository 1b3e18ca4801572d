import { buildSubject, HASH, planned, withHash } from '../../../../test/support/decision-rows.js';
import { computeAllowance, mayApprove } from './allowance.js';

const STAKE = 10_000_000n;
const NO_LIMITS = { marketLimit: null, dailyLimit: null };

describe('computeAllowance', () => {
  it.each([
    ['20 stakes without limits', NO_LIMITS, 200_000_000n],
    ['the limit of the market', { marketLimit: '70', dailyLimit: '90' }, 70_000_000n],
    ['the limit of the day', { marketLimit: '90.5', dailyLimit: '70.5' }, 70_500_000n],
    ['20 stakes below the limits', { marketLimit: '1000', dailyLimit: '1000' }, 200_000_000n],
    ['the stake above a limit', { marketLimit: '5', dailyLimit: null }, STAKE],
    ['the stake under a limit finer than the token', { marketLimit: '90.0000001', dailyLimit: null }, STAKE],
  ])('covers %s', (_what, limits, expected) => {
    expect(computeAllowance(STAKE, limits, { mode: 'market', decimals: 6 })).toBe(expected);
  });

  it('covers one stake where each is approved', () => {
    expect(computeAllowance(STAKE, NO_LIMITS, { mode: 'exact', decimals: 6 })).toBe(STAKE);
  });
});

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
