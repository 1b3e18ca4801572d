import { joinChanges } from './join-changes.js';
import type { Change } from './ports/engine-store.js';

const HASH = `0x${'a1'.repeat(32)}`;
const ACCEPTED: Change = {
  executionId: 'execution',
  from: { execution: 'submitting', step: 'armed' },
  step: { kind: 'approve', to: 'sent', providerTransactionId: 'tx' },
};
const DONE: Change = {
  executionId: 'execution',
  from: { execution: 'submitting', step: 'sent' },
  execution: { to: 'broadcast', approveTransactionHash: HASH },
  step: { kind: 'approve', to: 'done', transactionHash: HASH, blockNumber: 7 },
};

describe('joinChanges', () => {
  it('moves from the statuses of the first change to those of the second', () => {
    expect(joinChanges(ACCEPTED, DONE)).toEqual({
      executionId: 'execution',
      from: { execution: 'submitting', step: 'armed' },
      execution: { to: 'broadcast', approveTransactionHash: HASH },
      step: { kind: 'approve', to: 'done', providerTransactionId: 'tx', transactionHash: HASH, blockNumber: 7 },
    });
  });

  it('keeps the status of the first change when the second has none', () => {
    const shown = { ...DONE, step: { kind: 'approve', transactionHash: HASH } } as const;
    expect(joinChanges(ACCEPTED, shown)?.step).toMatchObject({ to: 'sent', transactionHash: HASH });
  });

  it('joins changes that show the same transaction, of which only the first moves the execution', () => {
    const signed: Change = {
      ...ACCEPTED,
      execution: { to: 'broadcast', broadcastPerformed: true },
      step: { ...ACCEPTED.step, transactionHash: HASH },
    };
    const done = { ...DONE, execution: { approveTransactionHash: HASH } };
    expect(joinChanges(signed, done)).toMatchObject({
      execution: { to: 'broadcast', broadcastPerformed: true, approveTransactionHash: HASH },
      step: { transactionHash: HASH },
    });
  });

  it.each<[string, Change, Change]>([
    [
      'show two transactions',
      { ...ACCEPTED, step: { ...ACCEPTED.step, transactionHash: `0x${'b2'.repeat(32)}` } },
      DONE,
    ],
    ['both move the execution', { ...ACCEPTED, execution: { to: 'broadcast' } }, DONE],
    ['end in no transaction', ACCEPTED, { ...DONE, step: { kind: 'approve', to: 'failed' } }],
    ['take a hash back', ACCEPTED, { ...DONE, step: { kind: 'approve', transactionHash: null } }],
  ])('joins no changes that %s', (_name, first, second) => {
    expect(joinChanges(first, second)).toBeNull();
  });
});
