import type { Position } from '@app/markets';
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
    created_at: position.createdAt.toISOString(),
    updated_at: position.updatedAt.toISOString(),
  };
}
