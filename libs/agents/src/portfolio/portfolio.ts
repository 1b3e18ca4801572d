import type { MarketOutcome } from '@app/chain';

export type PortfolioMarketStatus = 'OPEN' | 'TRADING_CLOSED' | 'RESOLVED' | 'CANCELLED';

/** A stake on one side of one market. Money is in display units; profits may be negative. */
export interface PortfolioPosition {
  /** Name that the agent's latest buy used for the market, or else its creator's. */
  marketId: string;
  /** Id of the market's record. */
  recordId: string;
  /** Lower-case. */
  marketContractAddress: string;
  marketStatus: PortfolioMarketStatus;
  outcome: MarketOutcome;
  /** The stake. A share costs one unit of collateral, so quantity and cost are equal. */
  quantity: string;
  cost: string;
  /** Payout that is still due; the stake while the market is undecided, which is its expectation at the pools' odds. */
  currentValue: string;
  realizedPnl: string;
  unrealizedPnl: string;
  claimable: string;
  refundable: string;
  claimAction: 'claim_payout' | 'claim_refund' | null;
}

export interface PortfolioSettlement {
  marketId: string;
  recordId: string;
  marketContractAddress: string;
  outcome: MarketOutcome;
  /** Display units. */
  amount: string;
  status: 'PENDING' | 'SETTLED';
  /** Hash of the claim by any sender; null while pending. */
  transactionHash: string | null;
  settledAt: Date | null;
}

export interface Portfolio {
  agentId: string;
  agentWalletAddress: string | null;
  chain: string;
  walletProvider: string;
  /** Stakes in markets that accept buys. */
  activePositionsCount: number;
  /** All other stakes. */
  resolvedOrClosedPositionsCount: number;
  /** Stakes that a claim would pay for. */
  claimableRefundableCount: number;
  /** Cost of all stakes in undecided markets. */
  totalExposure: string;
  positions: readonly PortfolioPosition[];
  settlements: readonly PortfolioSettlement[];
  /** Whether stakes in older markets are left out. */
  isTruncated: boolean;
  /** Block of the whole portfolio; null without a wallet on the chain, and before the chain has been read. */
  asOfBlock: number | null;
}
