/** What never changes about a market of our factory. Addresses are lower-case. */
export interface MarketIdentity {
  creator: string;
  resolver: string;
}

type MarketPhase = 'open' | 'closed' | 'resolved' | 'cancelled';

/** What one account holds in one market, as the contract says. */
export interface MarketHolding {
  /** Lower-case. */
  marketContractAddress: string;
  phase: MarketPhase;
  /** When buying ends, whether or not somebody has closed the market. */
  closesAt: Date;
  /** Null until the market is resolved. */
  winningOutcome: 'yes' | 'no' | null;
  /** The account's stakes, which claims do not lower. */
  yesBaseUnits: bigint;
  noBaseUnits: bigint;
  /** The pools, which claims do not lower either. */
  totalYesBaseUnits: bigint;
  totalNoBaseUnits: bigint;
  /** What a claim would pay now; zero once claimed. */
  claimablePayoutBaseUnits: bigint;
  claimableRefundBaseUnits: bigint;
  hasClaimed: boolean;
}

export interface HoldingsReading {
  /** The block that every holding was read at. */
  blockNumber: number;
  /** When that block was mined. */
  blockTime: Date;
  /** In the order of the markets asked for, those that our factory did not deploy left out. */
  holdings: readonly MarketHolding[];
}

/** The chain, asked directly. Every method rejects, within a few seconds, when the chain cannot be reached. */
export abstract class MarketReader {
  /** Null when our factory deployed no market at this address. */
  abstract findMarket(marketContractAddress: string): Promise<MarketIdentity | null>;

  /** All markets at one block; an empty list answers the block alone. */
  abstract readHoldings(account: string, marketContractAddresses: readonly string[]): Promise<HoldingsReading>;
}
