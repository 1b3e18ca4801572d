export interface ProviderWallet {
  id: string;
  /** Lower-case. */
  address: string;
}

export interface ProviderBalance {
  token: { name: string; symbol: string; decimals: number; address: string | null; blockchain: string };
  /** In display units. */
  amount: string;
}

/** Creates wallets in custody and reads them. Every method is safe to repeat and may throw a ProviderError. */
export abstract class WalletDirectory {
  /** One set per key. */
  abstract createWalletSet(request: { idempotencyKey: string; name: string }): Promise<{ id: string }>;

  /** One wallet per key. */
  abstract createWallet(request: {
    idempotencyKey: string;
    walletSetId: string;
    refId: string;
  }): Promise<ProviderWallet>;

  abstract balances(wallet: ProviderWallet): Promise<ProviderBalance[]>;
}
