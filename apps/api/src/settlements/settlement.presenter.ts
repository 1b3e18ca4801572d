import type { Settlement } from '@app/markets';
import type { SettlementDto } from './settlement.dto.js';

export function presentSettlement(settlement: Settlement): SettlementDto {
  return {
    id: settlement.id,
    market_id: settlement.marketId,
    user_id: settlement.userId,
    resolution_id: settlement.resolutionId,
    outcome: settlement.outcome,
    amount: settlement.amount,
    status: settlement.status,
    tx_hash: settlement.txHash,
    settled_at: settlement.settledAt?.toISOString() ?? null,
    created_at: settlement.createdAt.toISOString(),
    updated_at: settlement.updatedAt.toISOString(),
  };
}
