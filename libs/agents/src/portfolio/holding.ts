type MarketPhase = 'open' | 'closed' | 'resolved' | 'cancelled';

/** What one account holds in one market, as the contract says. */
export interface MarketHolding {
  /** The name that the agent's latest buy used for the market; its creator's where the agent has named it none. */
  marketId: string;
  /** Lower-case. */
  marketContractAddress: string;
  phase: MarketPhase;
  /** When buying ends, whether or not somebody has closed the market. */
  closesAt: Date;
  /** Null until the market is resolved. */
  winningOutcome: 'YES' | 'NO' | null;
  /** The account's stakes, which claims do not lower. */
  yesBaseUnits: bigint;
  noBaseUnits: bigint;
  /** The pools, which claims do not lower either. */
  totalYesBaseUnits: bigint;
  totalNoBaseUnits: bigint;
  /** The account's claim of its payout or refund, whoever sent it; null while there is none. */
  claim: { transactionHash: string; settledAt: Date } | null;
}

export interface HoldingsReading {
  /** The block that every holding is as of, and when it was mined; null before the chain has been read. */
  block: { blockNumber: number; blockTime: Date } | null;
  holdings: readonly MarketHolding[];
}
