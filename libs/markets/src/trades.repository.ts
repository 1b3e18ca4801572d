import { Injectable } from '@nestjs/common';
import { AppError, multiplyDecimals } from '@app/common';
import { Database, selectColumns } from '@app/persistence';
import { EFFECTIVE_STATUS } from './markets/market-columns.js';
import type { MarketStatus } from './markets/market.js';
import { TradeEntity, type CreateTradeInput } from './trade.entity.js';

export type Trade = TradeEntity;

/** Reads the market and inserts in one statement, so that the market cannot close in between. */
const INSERT_TRADE_SQL = `
  WITH market AS (
    SELECT id, ${EFFECTIVE_STATUS} AS status FROM markets WHERE id = $2
  ), trade AS (
    INSERT INTO trades (user_id, market_id, outcome, side, quantity, price, collateral_amount)
    SELECT $1, id, $3, $4, $5, $6, $7 FROM market WHERE status = 'OPEN'
    RETURNING *
  )
  SELECT market.status AS "marketStatus", ${selectColumns(TradeEntity, { table: 'trade' })}
  FROM market LEFT JOIN trade ON true`;

@Injectable()
export class TradesRepository {
  constructor(private readonly database: Database) {}

  /** Records an intended trade; a repeat records another. @throws {AppError} market_not_found, market_not_open */
  async recordTrade({ userId, marketId, outcome, side, quantity, price }: CreateTradeInput): Promise<Trade> {
    const collateralAmount = multiplyDecimals(quantity, price);
    const parameters = [userId, marketId, outcome, side, quantity, price, collateralAmount];
    const row = await this.database.queryOne<{ marketStatus: MarketStatus } & (Trade | { id: null })>(
      INSERT_TRADE_SQL,
      parameters,
    );
    if (row === null) throw new AppError('market_not_found');
    if (row.id !== null) return row;
    throw new AppError('market_not_open', { message: `The market is ${row.marketStatus}, not OPEN.` });
  }
}
