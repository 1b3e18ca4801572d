import type { Quote } from '@app/contracts';
import type { MarketStatus, Outcome } from '../../markets/domain/market.js';

export interface QuoteRequest {
  marketId: string;
  outcome: Outcome;
  /** Display units, greater than 0. */
  amount: string;
}

/** A quote, and the indexed block whose pools it was made of. */
export interface MarketQuote extends Quote {
  /** Lower case. */
  marketContractAddress: string;
  asOfBlock: number;
}

/** What a quote of a market is made of. */
export interface QuotedMarket {
  /** Effective now. */
  status: MarketStatus;
  /** Null for a record without a contract. */
  contract: {
    address: string;
    yesPoolBaseUnits: bigint;
    noPoolBaseUnits: bigint;
    /** Of the collateral. */
    decimals: number;
    asOfBlock: number;
  } | null;
}
