import type { Position } from '@app/markets';
import { timestampOf } from '../../http/index.js';

export interface PositionBody {
  id: string;
  user_id: string;
  market_id: string;
  outcome: string;
  quantity: string;
  average_entry_price: string;
  realized_pnl: string;
  created_at: string;
  updated_at: string;
}

export function presentPosition(position: Position): PositionBody {
  return {
    id: position.id,
    user_id: position.userId,
    market_id: position.marketId,
    outcome: position.outcome,
    quantity: position.quantity,
    average_entry_price: position.averageEntryPrice,
    realized_pnl: position.realizedPnl,
    created_at: timestampOf(position.createdAt),
    updated_at: timestampOf(position.updatedAt),
  };
}
