import type { Json } from '@app/common';
import type { ProviderFailure } from '../classify.js';

/** The provider's many state names, as far as they matter; one that is not known counts as pending. */
export type ProviderState = 'pending' | 'sent' | 'stuck' | 'complete' | 'failed' | 'denied' | 'cancelled';

export interface ProviderTransaction {
  id: string;
  state: ProviderState;
  transactionHash: string | null;
  /** One of the reasons that the provider documents, or null. */
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
  /** Display units. */
  amount: string;
}

/** A call that did not succeed, in facts of ours: the operation, and what kind of answer came. */
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
  contractAddress: string;
  callData: string;
  refId: string;
}

/** The wallet provider. Every method may throw a ProviderError; none of its text is upstream's. */
export abstract class WalletProvider {
  /** The request as it will be sent, without its single-use ciphertext: store it, then repeat it to the byte. */
  abstract transactionBody(request: TransactionRequest): { [key: string]: Json };

  /** Safe to repeat with the same body: the provider takes one transaction for a key. */
  abstract submit(body: string): Promise<ProviderTransactionRef>;

  /** Safe to repeat. Null when the provider says that it has no such transaction. */
  abstract findTransaction(query: { id: string; providerWalletId: string }): Promise<ProviderTransaction | null>;

  /** Safe to repeat. All transactions of a wallet since then, newest first. */
  abstract listTransactions(query: { providerWalletId: string; sinceMs: number }): Promise<ProviderTransaction[]>;

  /** Raises the fee of what is stuck. Safe to repeat with the same key; the transaction may come back under another id. */
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

  /** Not safe to repeat: each call may grant again. */
  abstract requestFaucet(address: string): Promise<void>;

  /** Safe to repeat: changes nothing, and succeeds only while our credentials are accepted. */
  abstract probe(): Promise<void>;
}

export interface ProviderTransactionRef {
  transactionId: string;
}
