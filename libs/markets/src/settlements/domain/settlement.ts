import type { Outcome } from '../../markets/domain/market.js';

export type SettlementStatus = 'PENDING' | 'SETTLED';

/** A payout or refund that is owed, until it is claimed. The amount is in display units. */
export interface Settlement {
  id: string;
  marketId: string;
  userId: string;
  /** Null for a refund: a cancelled market has no resolution. */
  resolutionId: string | null;
  outcome: Outcome;
  amount: string;
  status: SettlementStatus;
  txHash: string | null;
  settledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}
