export interface WalletSetRecord {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  readonly createDateMs: number;
}

/** An externally owned account whose key follows from the data folder's seed and the wallet's id. */
export interface WalletRecord {
  readonly id: string;
  readonly seq: number;
  readonly walletSetId: string;
  /** Lower case, as the provider writes addresses. */
  readonly address: string;
  readonly blockchain: string;
  readonly name: string;
  readonly refId: string;
  readonly createDateMs: number;
}
