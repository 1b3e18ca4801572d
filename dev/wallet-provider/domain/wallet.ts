export interface WalletSetRecord {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly createDateMs: number;
}

/** An externally owned account. Its key is derived from the data folder's seed and its id. */
export interface WalletRecord {
  readonly id: string;
  readonly seq: number;
  readonly walletSetId: string;
  /** Lower case, as in the provider's answers. */
  readonly address: string;
  readonly blockchain: string;
  readonly name: string;
  readonly refId: string;
  readonly createDateMs: number;
}
