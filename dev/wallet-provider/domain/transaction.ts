import { randomUUID } from 'node:crypto';

/** States of a provider transaction, as on the wire. */
export type TransactionState =
  'INITIATED' | 'CLEARED' | 'QUEUED' | 'SENT' | 'STUCK' | 'COMPLETE' | 'FAILED' | 'DENIED' | 'CANCELLED';
export type FinalState = Extract<TransactionState, 'COMPLETE' | 'FAILED' | 'DENIED' | 'CANCELLED'>;

// DENIED after SENT happens only by a script.
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

export type FeeLevel = 'LOW' | 'MEDIUM' | 'HIGH';
/** Point at which a script kills the process. */
export type CrashPoint = 'accepted' | 'signed' | 'broadcast';

export interface Ending {
  readonly state: FinalState;
  readonly errorReason?: string;
  readonly errorDetails?: string;
}

/** Failures that a test wants of a transaction, stored with it. The provider itself sets none. */
export interface TransactionScript {
  /** Ends before anything is signed. */
  endBefore?: Ending;
  /** Is mined, and then reported with this ending. */
  endAfter?: Ending;
  /** Is shown with this result, whatever happens to it. */
  shown?: TransactionResult;
  /** Signs an empty transfer of the wallet to itself instead of the call. */
  selfTransfer?: boolean;
  /** Is signed with a nonce, and not broadcast until it is accelerated. */
  withheld?: boolean;
  holdMs?: number;
  /** `skip-estimation` lets a revert reach the chain; `out-of-gas` makes any contract call revert there. */
  gas?: 'skip-estimation' | 'out-of-gas';
  crashAt?: CrashPoint;
}

/** A signed form of a transaction. Replacements share its nonce. */
export interface SignedAttempt {
  readonly hash: string;
  readonly raw: string;
  readonly gasLimit: string;
  readonly maxFeeWei: string;
  readonly priorityFeeWei: string;
}

/** Result of a transaction as far as it is known. */
export interface TransactionResult {
  state: TransactionState;
  txHash?: string;
  blockHash?: string;
  blockHeight?: number;
  errorReason?: string;
  errorDetails?: string;
}

export interface TransactionRecord extends TransactionResult {
  readonly id: string;
  /** Signing account: a wallet's id, or the faucet's. */
  readonly accountId: string;
  readonly blockchain: string;
  readonly sourceAddress: string;
  readonly contractAddress: string;
  readonly callData: string;
  readonly valueWei: string;
  readonly feeLevel: FeeLevel;
  readonly refId: string;
  readonly createDateMs: number;
  readonly script: TransactionScript;
  updateDateMs: number;
  nonce?: number;
  attempts: SignedAttempt[];
}

type GivenFields = 'accountId' | 'blockchain' | 'sourceAddress' | 'contractAddress' | 'callData';
type ChosenFields = 'valueWei' | 'feeLevel' | 'refId' | 'script';

/** Returns an accepted transaction. By default it is one of the provider itself, which belongs to no request. */
export function newTransaction(
  nowMs: number,
  fields: Pick<TransactionRecord, GivenFields> & Partial<Pick<TransactionRecord, ChosenFields>>,
): TransactionRecord {
  return {
    valueWei: '0',
    feeLevel: 'HIGH',
    refId: '',
    script: {},
    ...fields,
    id: newProviderId(),
    createDateMs: nowMs,
    updateDateMs: nowMs,
    state: 'INITIATED',
    attempts: [],
  };
}

/** Creates a random id that looks like a version 5 UUID, as the provider's do: clients must not require version 4. */
export function newProviderId(): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 14)}5${uuid.slice(15)}`;
}

/** Returns the result that the API shows. */
export function shownResult(record: TransactionRecord): TransactionResult {
  return record.script.shown ?? record;
}

/** Changes the state in place. @throws Error for an illegal move */
export function moveTo(record: TransactionRecord, state: TransactionState, nowMs: number): void {
  if (!canMove(record.state, state))
    throw new Error(`transaction ${record.id} cannot go from ${record.state} to ${state}`);
  record.state = state;
  record.updateDateMs = nowMs;
}

/** Ends a transaction in place. @throws Error for an illegal move */
export function endAs(record: TransactionRecord, ending: Ending, nowMs: number): void {
  moveTo(record, ending.state, nowMs);
  Object.assign(record, ending);
}
