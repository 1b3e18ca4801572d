import type { Json } from '@app/common';
import type { ProviderFailure } from '../classify.js';

/** State of a transaction at the provider, reduced to what the engine distinguishes. Unknown names count as pending. */
export type ProviderState = 'pending' | 'sent' | 'stuck' | 'complete' | 'failed' | 'denied' | 'cancelled';

export interface ProviderTransaction {
  id: string;
  state: ProviderState;
  transactionHash: string | null;
  /** Documented reason of a failure, or null. */
  errorReason: string | null;
  refId: string;
  /** Lower-case. */
  contractAddress: string | null;
}

export interface ProviderWallet {
  id: string;
  /** Lower-case. */
  address: string;
  refId: string;
}

export interface ProviderBalance {
  token: { name: string; symbol: string; decimals: number; address: string | null; blockchain: string };
  /** In display units. */
  amount: string;
}

/** A failed provider call: the operation and the kind of failure, without upstream text. */
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
  idempotencyKey: string;
  providerWalletId: string;
  /** Address of that wallet, lower-case. */
  walletAddress: string;
  contractAddress: string;
  callData: string;
  refId: string;
}

/** Wallet provider. Every method may throw a ProviderError, which carries no upstream text. */
export abstract class WalletProvider {
  /** Request body without its single-use ciphertext. It is stored before the first send and resent unchanged. */
  abstract transactionBody(request: TransactionRequest): { [key: string]: Json };

  /** Safe to repeat with the same body: the provider takes one transaction per idempotency key. */
  abstract submit(body: string): Promise<ProviderTransactionRef>;

  /** Safe to repeat. Null when the provider has no such transaction. */
  abstract findTransaction(query: { id: string; providerWalletId: string }): Promise<ProviderTransaction | null>;

  /** Safe to repeat. Transactions of a wallet since that time, newest first. */
  abstract listTransactions(query: { providerWalletId: string; sinceMs: number }): Promise<ProviderTransaction[]>;

  /** Raises the fee of a stuck transaction. Safe to repeat with the same key. The id may change. */
  abstract accelerate(request: { transactionId: string; idempotencyKey: string }): Promise<ProviderTransactionRef>;

  /** Safe to repeat with the same key. */
  abstract createWalletSet(request: { idempotencyKey: string; name: string }): Promise<{ id: string }>;

  /** Safe to repeat with the same key. */
  abstract createWallet(request: {
    idempotencyKey: string;
    walletSetId: string;
    refId: string;
  }): Promise<ProviderWallet>;

  /** Safe to repeat. */
  abstract findWalletByAddress(address: string): Promise<ProviderWallet | null>;

  /** Safe to repeat. */
  abstract balances(providerWalletId: string): Promise<ProviderBalance[]>;

  /** Not safe to repeat: each call may grant funds. */
  abstract requestFaucet(address: string): Promise<void>;

  /** Safe to repeat. Succeeds only while the provider accepts the credentials for writes. */
  abstract probe(): Promise<void>;
}

export interface ProviderTransactionRef {
  transactionId: string;
}
