import type { MarketOutcome, MarketPhase } from '@app/chain';

/** A stake on one side of a market, from the indexed events. Decimals are in display units. */
export interface Holding {
  /** Name that the agent's latest buy used for the market, or else its creator's. */
  marketId: string;
  /** Id of the market's record. */
  recordId: string;
  /** Lower-case. */
  marketContractAddress: string;
  /** Phase of the contract: an open market stays open after its close time. */
  phase: MarketPhase;
  closesAt: Date;
  outcome: MarketOutcome;
  /** Claims do not lower it. */
  stake: string;
  /** Payout or refund, claimed or not; null when the market is undecided or the side has lost. */
  due: string | null;
  /** Hash of the claim by any sender; null while there is none. */
  transactionHash: string | null;
  settledAt: Date | null;
}

/** Holdings as of one block; `block` is null before the chain has been read. */
export interface Holdings {
  block: { blockNumber: number; blockTime: Date } | null;
  holdings: readonly Holding[];
  /** Whether older markets are left out. */
  isTruncated: boolean;
}
