export type PortfolioMarketStatus = 'OPEN' | 'TRADING_CLOSED' | 'RESOLVED' | 'CANCELLED';
export type PortfolioOutcome = 'YES' | 'NO';

/** A stake on one side of one market. Money is in display units; profits may be negative. */
export interface PortfolioPosition {
  /** The name that the agent's latest buy used for the market, or its creator's. */
  marketId: string;
  /** Lower-case. */
  marketContractAddress: string;
  marketStatus: PortfolioMarketStatus;
  outcome: PortfolioOutcome;
  /** What was staked: a stake of one is one of collateral, so this is its cost as well. */
  quantity: string;
  cost: string;
  /** What it would bring now; of an undecided market the expectation at the pools' odds, which is the stake. */
  currentValue: string;
  realizedPnl: string;
  unrealizedPnl: string;
  claimable: string;
  refundable: string;
  claimAction: 'claim_payout' | 'claim_refund' | null;
}

/** What a decided market owes, or has paid, for one side. */
export interface PortfolioSettlement {
  marketId: string;
  marketContractAddress: string;
  outcome: PortfolioOutcome;
  /** Display units. */
  amount: string;
  status: 'PENDING' | 'SETTLED';
  /** Of the claim, whoever sent it; null while pending. */
  transactionHash: string | null;
  settledAt: Date | null;
}

export interface Portfolio {
  agentId: string;
  agentWalletAddress: string | null;
  chain: string;
  walletProvider: string;
  /** Stakes in markets that can still be bought. */
  activePositionsCount: number;
  /** All the others. */
  resolvedOrClosedPositionsCount: number;
  /** Those that a claim would pay for. */
  claimableRefundableCount: number;
  /** Cost of all stakes whose outcome is open. */
  totalExposure: string;
  positions: readonly PortfolioPosition[];
  settlements: readonly PortfolioSettlement[];
  /** The block that all of it is as of; null when there is no wallet on the chain, or the chain was not read yet. */
  asOfBlock: number | null;
}
