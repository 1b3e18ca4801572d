import type { FailureClass } from '../classify.js';
import type { TransactionRequest } from './wallet-provider.js';

/** State of a transaction in custody, reduced to what the engine distinguishes. Unknown names count as pending. */
export type CustodyState = 'pending' | 'sent' | 'stuck' | 'complete' | 'failed' | 'denied' | 'cancelled';

export interface CustodyTransaction {
  id: string;
  state: CustodyState;
  transactionHash: string | null;
  /** Documented reason of a failure, or null. */
  errorReason: string | null;
  refId: string;
}

/** A failed call, without upstream text. */
export interface CustodyFailure {
  class: FailureClass;
  /** Codes and reasons for the event history. */
  facts: { readonly [name: string]: string | number | null };
  /** When a resend is due. `after_lookup`: the request may have been taken under its key. */
  resend: 'at_once' | 'after_backoff' | 'after_lookup';
  /** Minimum delay of a resend that the custody asks for; 0 for none. */
  retryAfterMs: number;
}

export class CustodyError extends Error {
  constructor(
    readonly operation: string,
    readonly failure: CustodyFailure,
  ) {
    super(`${operation} did not succeed`);
    this.name = 'CustodyError';
  }
}

export interface PreparedTransaction {
  /** Bytes to store before the first send and to repeat in every send. */
  body: string;
  /** Transaction hash; null when the custody signs later. */
  hash: string | null;
}

/** An armed transaction. */
export interface TransactionQuery {
  providerWalletId: string;
  refId: string;
  body: string;
  armedAtMs: number;
}

export interface Acceleration extends TransactionQuery {
  transactionId: string;
  idempotencyKey: string;
  /** Counts from 1. */
  attempt: number;
}

/**
 * Holds the wallets' keys and sends their transactions. Calls to the chain are all it accepts: no method transfers a
 * wallet's funds. Every method may throw a CustodyError, which carries no upstream text.
 */
export abstract class Custody {
  /** Makes the body of a transaction. Sends nothing. */
  abstract prepare(request: TransactionRequest): Promise<PreparedTransaction>;

  /** Whether the body makes exactly the requested call. Pure. */
  abstract isBodyOf(body: string, request: TransactionRequest): boolean;

  /** Safe to repeat with the same body: one body makes at most one transaction. */
  abstract submit(body: string): Promise<{ transactionId: string }>;

  /** Safe to repeat. Null when the custody has no such transaction. */
  abstract find(query: TransactionQuery & { transactionId: string }): Promise<CustodyTransaction | null>;

  /** Safe to repeat. Transactions of the reference, made since its arming. */
  abstract listByRef(query: TransactionQuery): Promise<CustodyTransaction[]>;

  /** Raises the fee of a stuck transaction. Safe to repeat with the same key. The id may change. */
  abstract accelerate(request: Acceleration): Promise<{ transactionId: string }>;

  /** Safe to repeat. Starts a transfer of gas to a wallet that lacks it. @returns false when this custody pays no gas */
  abstract topUpGas(wallet: { address: string; requiredWei: bigint }): Promise<boolean>;

  /** Safe to repeat. Succeeds only while the credentials are accepted. */
  abstract probe(): Promise<void>;
}
