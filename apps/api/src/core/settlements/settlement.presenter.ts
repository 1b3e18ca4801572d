import type { Settlement } from '@app/markets';
import { timestampOf } from '../../http/index.js';

export interface SettlementBody {
  id: string;
  market_id: string;
  user_id: string;
  resolution_id: string | null;
  outcome: string;
  amount: string;
  status: string;
  tx_hash: string | null;
  settled_at: string | null;
  created_at: string;
  updated_at: string;
}

export function presentSettlement(settlement: Settlement): SettlementBody {
  return {
    id: settlement.id,
    market_id: settlement.marketId,
    user_id: settlement.userId,
    resolution_id: settlement.resolutionId,
    outcome: settlement.outcome,
    amount: settlement.amount,
    status: settlement.status,
    tx_hash: settlement.txHash,
    settled_at: timestampOf(settlement.settledAt),
    created_at: timestampOf(settlement.createdAt),
    updated_at: timestampOf(settlement.updatedAt),
  };
}
