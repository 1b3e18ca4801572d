/** The effective status also depends on the time, see `EFFECTIVE_STATUS`. */
export const MARKET_STATUSES = ['DRAFT', 'OPEN', 'TRADING_CLOSED', 'RESOLVED', 'SETTLED', 'CANCELLED'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

export const OUTCOMES = ['YES', 'NO'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** State of a market's contract at an indexed block. Amounts are in display units, addresses in lower case. */
export interface OnchainMarket {
  /** The creator's name for the market. */
  marketId: string;
  marketContractAddress: string;
  deploymentTransactionHash: string;
  creator: string;
  resolver: string;
  resolverHoldsPosition: boolean;
  creatorHoldsPosition: boolean;
  /** End of buying, in milliseconds since 1970. */
  closesAtMs: number;
  yesPool: string;
  noPool: string;
  /** From 0 to 1; null while the pools are empty. */
  impliedProbabilityYes: string | null;
  /** Time of the last stake, in milliseconds since 1970; null before the first. */
  lastStakeAtMs: number | null;
  asOfBlock: number;
}

export const DEFAULT_LABELS = { yes: 'YES', no: 'NO' } as const;
