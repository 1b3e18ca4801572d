import type { Json } from '@app/common';
import {
  type ProviderBalance,
  type ProviderTransaction,
  type ProviderTransactionRef,
  type ProviderWallet,
  type TransactionRequest,
  WalletProvider,
} from '../../../libs/engine/src/domain/ports/wallet-provider.js';

/** Delegates every call; a mutant overrides one of them. */
export class ProviderDecorator extends WalletProvider {
  constructor(protected readonly inner: WalletProvider) {
    super();
  }

  transactionBody(request: TransactionRequest): { [key: string]: Json } {
    return this.inner.transactionBody(request);
  }

  submit(body: string): Promise<ProviderTransactionRef> {
    return this.inner.submit(body);
  }

  findTransaction(query: { id: string; providerWalletId: string }): Promise<ProviderTransaction | null> {
    return this.inner.findTransaction(query);
  }

  listTransactions(query: { providerWalletId: string; sinceMs: number }): Promise<ProviderTransaction[]> {
    return this.inner.listTransactions(query);
  }

  accelerate(request: { transactionId: string; idempotencyKey: string }): Promise<ProviderTransactionRef> {
    return this.inner.accelerate(request);
  }

  createWalletSet(request: { idempotencyKey: string; name: string }): Promise<{ id: string }> {
    return this.inner.createWalletSet(request);
  }

  createWallet(request: { idempotencyKey: string; walletSetId: string; refId: string }): Promise<ProviderWallet> {
    return this.inner.createWallet(request);
  }

  findWalletByAddress(address: string): Promise<ProviderWallet | null> {
    return this.inner.findWalletByAddress(address);
  }

  balances(providerWalletId: string): Promise<ProviderBalance[]> {
    return this.inner.balances(providerWalletId);
  }

  requestFaucet(address: string): Promise<void> {
    return this.inner.requestFaucet(address);
  }

  probe(): Promise<void> {
    return this.inner.probe();
  }
}
