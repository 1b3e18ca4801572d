import { canMove, isFinal, type TransactionState } from './transaction.js';

const STATES: readonly TransactionState[] = [
  'INITIATED',
  'CLEARED',
  'QUEUED',
  'SENT',
  'STUCK',
  'COMPLETE',
  'FAILED',
  'DENIED',
  'CANCELLED',
];

describe('transaction state', () => {
  it('moves through the states of the contract', () => {
    const states: readonly TransactionState[] = ['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'COMPLETE'];
    expect(states.slice(1).every((to, index) => canMove(states[index] as TransactionState, to))).toBe(true);
  });

  it('never leaves a final state, and never returns to a state before SENT', () => {
    for (const from of STATES.filter(isFinal)) expect(STATES.filter((to) => canMove(from, to))).toEqual([]);
    for (const from of ['SENT', 'STUCK'] as const) {
      expect(STATES.filter((to) => canMove(from, to))).not.toEqual(expect.arrayContaining(['QUEUED']));
    }
  });

  it('can fail from each state that is not final', () => {
    expect(STATES.filter((from) => canMove(from, 'FAILED'))).toEqual(STATES.filter((state) => !isFinal(state)));
  });
});
