import type { Position } from '@app/markets';
import { timestampOf } from '../http/present.js';
import type { PositionDto } from './position.dto.js';

export function presentPosition(position: Position): PositionDto {
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
