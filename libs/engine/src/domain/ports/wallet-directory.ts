export interface CustodyWallet {
  id: string;
  /** Lower-case. */
  address: string;
}

export interface CustodyBalance {
  token: { name: string; symbol: string; decimals: number; address: string | null; blockchain: string };
  /** In display units. */
  amount: string;
}

/** Creates wallets in custody and reads them. Every method is safe to repeat and may throw a CustodyError. */
export abstract class WalletDirectory {
  /** One set per key. */
  abstract createWalletSet(request: { idempotencyKey: string; name: string }): Promise<{ id: string }>;

  /** One wallet per key. */
  abstract createWallet(request: {
    idempotencyKey: string;
    walletSetId: string;
    refId: string;
  }): Promise<CustodyWallet>;

  abstract balances(wallet: CustodyWallet): Promise<CustodyBalance[]>;
}
