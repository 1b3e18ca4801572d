import type { Outcome } from '../../markets/domain/market.js';

/** What a user holds of one outcome. Decimals are in display units; the realised profit can be negative. */
export interface Position {
  id: string;
  userId: string;
  marketId: string;
  outcome: Outcome;
  quantity: string;
  averageEntryPrice: string;
  realizedPnl: string;
  createdAt: Date;
  updatedAt: Date;
}
