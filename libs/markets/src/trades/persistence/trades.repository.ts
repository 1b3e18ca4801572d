import { Injectable } from '@nestjs/common';
import { Database } from '@app/persistence';
import type { MarketStatus } from '../../markets/domain/market.js';
import { EFFECTIVE_STATUS } from '../../markets/persistence/market-columns.js';
import { collateralOf, type Trade, type TradeTerms } from '../domain/trade.js';

/** What came of an insert: the trade if the market was open, and always the market's status; null for no market. */
export interface TradeInsertion {
  marketStatus: MarketStatus;
  trade: Trade | null;
}

type InsertionRow = { marketStatus: MarketStatus } & (Trade | { id: null });

/** One statement looks at the market and inserts, so that no market closes between the two. */
const INSERT_TRADE = `
  WITH market AS (
    SELECT id, ${EFFECTIVE_STATUS} AS status FROM markets WHERE id = $2
  ), trade AS (
    INSERT INTO trades (user_id, market_id, outcome, side, quantity, price, collateral_amount)
    SELECT $1, id, $3, $4, $5, $6, $7 FROM market WHERE status = 'OPEN'
    RETURNING *
  )
  SELECT market.status AS "marketStatus", trade.id, trade.user_id AS "userId", trade.market_id AS "marketId",
    trade.outcome, trade.side, trim_scale(trade.quantity)::text AS quantity,
    trim_scale(trade.price)::text AS price, trim_scale(trade.collateral_amount)::text AS "collateralAmount",
    trim_scale(trade.fee_amount)::text AS "feeAmount", trade.status, trade.tx_hash AS "txHash",
    trade.created_at AS "createdAt", trade.updated_at AS "updatedAt"
  FROM market LEFT JOIN trade ON true`;

@Injectable()
export class TradesRepository {
  constructor(private readonly database: Database) {}

  async insertTrade(terms: TradeTerms): Promise<TradeInsertion | null> {
    const { userId, marketId, outcome, side, quantity, price } = terms;
    const row = await this.database.queryOne<InsertionRow>(INSERT_TRADE, [
      userId,
      marketId,
      outcome,
      side,
      quantity,
      price,
      collateralOf(terms),
    ]);
    if (row === null) return null;
    return { marketStatus: row.marketStatus, trade: row.id === null ? null : row };
  }
}
