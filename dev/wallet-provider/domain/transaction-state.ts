/** States of a provider transaction, as on the wire. */
export type TransactionState =
  'INITIATED' | 'CLEARED' | 'QUEUED' | 'SENT' | 'STUCK' | 'COMPLETE' | 'FAILED' | 'DENIED' | 'CANCELLED';
export type FinalState = Extract<TransactionState, 'COMPLETE' | 'FAILED' | 'DENIED' | 'CANCELLED'>;

// DENIED after SENT happens only by a fault.
const LEGAL_MOVES: Readonly<Record<TransactionState, readonly TransactionState[]>> = {
  INITIATED: ['CLEARED', 'FAILED', 'DENIED', 'CANCELLED'],
  CLEARED: ['QUEUED', 'FAILED', 'DENIED', 'CANCELLED'],
  QUEUED: ['SENT', 'STUCK', 'COMPLETE', 'FAILED', 'DENIED', 'CANCELLED'],
  SENT: ['STUCK', 'COMPLETE', 'FAILED', 'DENIED', 'CANCELLED'],
  STUCK: ['SENT', 'COMPLETE', 'FAILED', 'DENIED', 'CANCELLED'],
  COMPLETE: [],
  FAILED: [],
  DENIED: [],
  CANCELLED: [],
};

export function canMove(from: TransactionState, to: TransactionState): boolean {
  return LEGAL_MOVES[from].includes(to);
}

export function isFinal(state: TransactionState): state is FinalState {
  return LEGAL_MOVES[state].length === 0;
}
