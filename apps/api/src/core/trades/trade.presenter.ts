import type { Trade } from '@app/markets';
import { timestampOf } from '../../http/index.js';

export interface TradeBody {
  id: string;
  user_id: string;
  market_id: string;
  outcome: string;
  side: string;
  quantity: string;
  price: string;
  collateral_amount: string;
  fee_amount: string;
  status: string;
  tx_hash: string | null;
  created_at: string;
  updated_at: string;
}

/** Says on every answer that a trade intent is a record, and that no chain has seen it. */
export const NOT_EXECUTED = {
  status: 'not_executed',
  reason: 'A trade intent is a record only; nothing was executed on chain.',
} as const;

export function presentTrade(trade: Trade): TradeBody {
  return {
    id: trade.id,
    user_id: trade.userId,
    market_id: trade.marketId,
    outcome: trade.outcome,
    side: trade.side,
    quantity: trade.quantity,
    price: trade.price,
    collateral_amount: trade.collateralAmount,
    fee_amount: trade.feeAmount,
    status: trade.status,
    tx_hash: trade.txHash,
    created_at: timestampOf(trade.createdAt),
    updated_at: timestampOf(trade.updatedAt),
  };
}
