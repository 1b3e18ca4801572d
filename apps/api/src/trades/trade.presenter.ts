import type { Trade } from '@app/markets';
import type { TradeDto, TradeExecutionDto } from './trade.dto.js';

/** Sent with every trade: it is only a record. */
export const NOT_EXECUTED: TradeExecutionDto = {
  status: 'not_executed',
  reason: 'A trade intent is a record only; nothing was executed on chain.',
};

export function presentTrade(trade: Trade): TradeDto {
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
    created_at: trade.createdAt.toISOString(),
    updated_at: trade.updatedAt.toISOString(),
  };
}
