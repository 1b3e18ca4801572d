/** As the row says it. Time passes without anybody writing it down, so what counts is the effective status. */
export const MARKET_STATUSES = ['DRAFT', 'OPEN', 'TRADING_CLOSED', 'RESOLVED', 'SETTLED', 'CANCELLED'] as const;
export type MarketStatus = (typeof MARKET_STATUSES)[number];

export const OUTCOMES = ['YES', 'NO'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What a market says about itself besides its contract. */
export interface MarketTerms {
  creatorUserId: string;
  title: string;
  description: string | null;
  category: string | null;
  coverImageUrl: string | null;
  outcomeYesLabel: string;
  outcomeNoLabel: string;
  collateralAsset: string;
  chain: string;
  resolutionSource: string | null;
  opensAt: Date | null;
  closesAt: Date;
}

export interface Market extends MarketTerms {
  id: string;
  /** Effective now, by the database's clock. */
  status: MarketStatus;
  resolvedAt: Date | null;
  settledAt: Date | null;
  winningOutcome: Outcome | null;
  /** Null for a market that is a record only. */
  onchain: OnchainMarket | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What an indexed block said of a market's contract. Amounts are in display units, addresses in lower case. */
export interface OnchainMarket {
  /** The creator's name for it. */
  marketId: string;
  marketContractAddress: string;
  deploymentTransactionHash: string;
  creator: string;
  resolver: string;
  /** Whether the resolver has a stake in the outcome. */
  resolverHoldsPosition: boolean;
  /** When buying ends, in milliseconds since 1970. */
  closesAtMs: number;
  yesPool: string;
  noPool: string;
  /** A decimal from 0 to 1; null while the pools are empty. */
  impliedProbabilityYes: string | null;
  asOfBlock: number;
}

/** Defaults of a market that leaves them out. */
export const DEFAULT_LABELS = { yes: 'YES', no: 'NO' } as const;
