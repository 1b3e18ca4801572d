import type { Permit, PermitSignature } from '@app/chain';
import type { ProviderFailure } from '../classify.js';

/**
 * State of a transaction in custody, reduced to what the engine distinguishes. Unknown names count as pending.
 * - `queued`: an earlier transaction of the wallet is missing, for which a node that has it waits
 * - `replaced`: a confirmed block has another transaction of its nonce, so no body of the step is mined any more
 */
export type ProviderState =
  'pending' | 'queued' | 'sent' | 'stuck' | 'complete' | 'failed' | 'denied' | 'cancelled' | 'replaced';

export interface ProviderTransaction {
  id: string;
  state: ProviderState;
  transactionHash: string | null;
  /** Documented reason of a failure, or null. */
  errorReason: string | null;
  refId: string;
}

/** A failed call to the custody, without upstream text. */
export class ProviderError extends Error {
  constructor(
    readonly operation: string,
    readonly failure: ProviderFailure,
  ) {
    super(`${operation} did not succeed`);
    this.name = 'ProviderError';
  }
}

export interface TransactionRequest {
  /** Random UUID, one per step. */
  idempotencyKey: string;
  providerWalletId: string;
  /** Address of that wallet, lower-case. */
  walletAddress: string;
  contractAddress: string;
  callData: string;
  /** Reference by which the transaction is found when its id was lost. */
  refId: string;
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
}

/**
 * Why a body is renewed.
 * - `resend`: no pool is known to have it
 * - `refused`: a node did not take it for its fee
 * - `unmined`: a pool may have it, and no block
 */
export type RenewalReason = 'resend' | 'refused' | 'unmined';

/** Reads stored bodies of the wallet's steps, the last accepted first. */
export type ReadBodies = () => Promise<readonly string[]>;

/** Stored bodies of the wallet's other steps. */
export interface OtherBodies {
  /** Of all steps that a node has, or may have. */
  inFlight: readonly string[];
  /** Reads the last ones that a block has. */
  readMined: ReadBodies;
}

export interface GasRequest extends Pick<TransactionRequest, 'providerWalletId' | 'walletAddress'> {
  requiredWei: bigint;
}

/**
 * Holds the wallets' keys and sends their transactions. Calls to the chain are all it accepts: no method transfers a
 * wallet's funds. Every method may throw a ProviderError, which carries no upstream text.
 */
export abstract class Custody {
  /** Makes the body of a transaction that follows those in flight. Sends nothing. */
  abstract prepare(request: TransactionRequest, others: OtherBodies): Promise<PreparedTransaction>;

  /** Whether the body makes exactly the requested call, perhaps with a permit before it. Pure. */
  abstract isBodyFor(body: string, request: TransactionRequest): boolean;

  /** Whether it signs permits of its wallets. */
  readonly signsPermits: boolean = false;

  /** Signs a permit of the wallet; null where the custody signs transactions only. Pure. */
  signPermit(_wallet: Pick<TransactionRequest, 'providerWalletId'>, _permit: Permit): PermitSignature | null {
    return null;
  }

  /** Safe to repeat with the same body: one body makes at most one transaction. */
  abstract submit(body: string): Promise<{ transactionId: string }>;

  /** Safe to repeat. Null when the custody has no such transaction. */
  abstract find(query: TransactionQuery & { transactionId: string }): Promise<ProviderTransaction | null>;

  /** Safe to repeat. Transactions of the reference, made since its arming. */
  abstract listByRef(query: TransactionQuery): Promise<ProviderTransaction[]>;

  /**
   * Makes the armed transaction's body at the fee that the chain asks for now. Sends nothing.
   * @param inFlight bodies of the wallet's other steps that a node has, or may have
   * @returns null when the stored body is to be sent as it is, or the custody signs later
   */
  renew(
    _query: TransactionQuery,
    _reason: RenewalReason,
    _inFlight: readonly string[],
  ): Promise<{ body: string; hash: string } | null> {
    return Promise.resolve(null);
  }

  /**
   * Raises the fee of a stuck transaction, or sends its renewed body. Safe to repeat with the same key. The id may change.
   */
  abstract accelerate(request: Acceleration): Promise<{ transactionId: string }>;

  /**
   * Safe to repeat. Sends the wallet's transactions again that no block has and that come before the last one in flight, if
   * there is one.
   */
  sendEarlier(_before: { walletAddress: string; inFlight: readonly string[] }, _readSent: ReadBodies): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Safe to repeat. Starts a transfer of gas to a wallet that lacks it.
   * @returns false when this custody pays no gas, or does not hold the wallet's address
   */
  abstract topUpGas(wallet: GasRequest): Promise<boolean>;

  /** Whether `topUpGas` would start a transfer now. */
  paysGas(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Safe to repeat. Succeeds only while the credentials are accepted. */
  abstract probe(): Promise<void>;
}
