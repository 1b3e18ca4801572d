import { canMove, type FinalState, type TransactionState } from './transaction-state.js';

export type FeeLevel = 'LOW' | 'MEDIUM' | 'HIGH';
/** A point at which an injected fault ends the process, as a power cut would. */
export type CrashPoint = 'accepted' | 'signed' | 'broadcast';

export interface Ending {
  readonly state: FinalState;
  readonly errorReason?: string;
  readonly errorDetails?: string;
}

/** What injected faults make of one transaction; stored with it, so that a restart keeps to the script. */
export interface TransactionScript {
  /** Ends before anything is signed. */
  endBefore?: Ending;
  /** Is really broadcast, and then reported to have ended like this. */
  endAfter?: Ending;
  /** Signed with a nonce but not broadcast, until it is accelerated or cancelled. */
  withheld?: boolean;
  holdMs?: number;
  /** `skip-estimation` lets a revert reach the chain; `out-of-gas` makes any contract call revert there. */
  gas?: 'skip-estimation' | 'out-of-gas';
  crashAt?: CrashPoint;
}

/** One signed form of a transaction. Replacements (accelerate, cancel) share its nonce. Amounts in wei. */
export interface SignedAttempt {
  readonly purpose: 'call' | 'cancel';
  readonly hash: string;
  readonly raw: string;
  readonly gasLimit: string;
  readonly maxFeeWei: string;
  readonly priorityFeeWei: string;
  readonly baseFeeWei: string;
}

/** Fees as the caller fixed them; absent parts are chosen at signing. Wei and gas as decimal strings. */
export interface FeeRequest {
  readonly feeLevel?: FeeLevel;
  readonly gasLimit?: string;
  readonly maxFeeWei?: string;
  readonly priorityFeeWei?: string;
}

export interface TransactionRecord {
  readonly id: string;
  /** Order of acceptance, over all wallets. */
  readonly seq: number;
  /** The account that signs: a wallet's id, or the faucet's. */
  readonly accountId: string;
  readonly blockchain: string;
  readonly sourceAddress: string;
  readonly contractAddress: string;
  readonly callData: string;
  readonly valueWei: string;
  readonly abiFunctionSignature: string;
  readonly abiParameters: readonly unknown[] | null;
  readonly fees: FeeRequest;
  readonly refId: string;
  readonly createDateMs: number;
  readonly script: TransactionScript;
  updateDateMs: number;
  state: TransactionState;
  nonce?: number;
  attempts: SignedAttempt[];
  txHash?: string;
  blockHash?: string;
  blockHeight?: number;
  networkFeeWei?: string;
  firstConfirmDateMs?: number;
  errorReason?: string;
  errorDetails?: string;
}

/** Changes the state in place. A move that the table does not allow is a fault of this program. */
export function moveTo(record: TransactionRecord, state: TransactionState, nowMs: number): void {
  if (!canMove(record.state, state))
    throw new Error(`transaction ${record.id} cannot go from ${record.state} to ${state}`);
  record.state = state;
  record.updateDateMs = nowMs;
}

/** The call's newest signed form; undefined while nothing is signed. */
export function latestCall(record: TransactionRecord): SignedAttempt | undefined {
  return record.attempts.findLast((attempt) => attempt.purpose === 'call');
}
