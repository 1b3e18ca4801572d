import type { Secret } from '@app/common';
import type { WalletRecord, WalletSetRecord } from '../domain/wallet.js';
import { ProviderError } from '../domain/provider-error.js';
import { type Account, accountOf, deriveWalletKey } from '../engine/account.js';
import type { ProviderStore } from './provider-store.js';

/** Keeps wallet sets and wallets in memory. They are added after they are committed. */
export class WalletRegistry {
  private readonly sets = new Map<string, WalletSetRecord>();
  private readonly walletsById = new Map<string, WalletRecord>();
  private readonly byAddress = new Map<string, WalletRecord>();
  private readonly accounts = new Map<string, Account>();

  constructor(private readonly seed: Secret) {}

  async load(store: ProviderStore): Promise<void> {
    for (const set of await store.listWalletSets()) this.addSet(set);
    for (const wallet of await store.listWallets()) this.addWallet(wallet);
  }

  addSet(set: WalletSetRecord): void {
    this.sets.set(set.id, set);
  }

  addWallet(wallet: WalletRecord): void {
    this.walletsById.set(wallet.id, wallet);
    this.byAddress.set(wallet.address, wallet);
  }

  getSet(id: string): WalletSetRecord {
    const set = this.sets.get(id.toLowerCase());
    if (set === undefined) throw new ProviderError('walletSetNotFound');
    return set;
  }

  getWallet(id: string): WalletRecord {
    const wallet = this.walletsById.get(id.toLowerCase());
    if (wallet === undefined) throw new ProviderError('walletNotFound');
    return wallet;
  }

  getWalletByAddress(address: string): WalletRecord {
    const wallet = this.byAddress.get(address.toLowerCase());
    if (wallet === undefined) throw new ProviderError('walletNotFound');
    return wallet;
  }

  findWallet(id: string): WalletRecord | null {
    return this.walletsById.get(id) ?? null;
  }

  /** Returns all wallets in order of creation. */
  wallets(): readonly WalletRecord[] {
    return [...this.walletsById.values()];
  }

  account(walletId: string): Account {
    const known = this.accounts.get(walletId);
    if (known !== undefined) return known;
    const account = accountOf(walletId, deriveWalletKey(this.seed, walletId));
    this.accounts.set(walletId, account);
    return account;
  }
}
