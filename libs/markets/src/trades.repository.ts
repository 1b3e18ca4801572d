import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError, multiplyDecimals } from '@app/common';
import { columnsOf, Database, RowWriter } from '@app/persistence';
import { EFFECTIVE_STATUS } from './markets/market-columns.js';
import type { MarketStatus } from './markets/market.js';
import { TradeEntity, type CreateTradeInput } from './trade.entity.js';

export type Trade = TradeEntity;

type NewTrade = CreateTradeInput & Pick<Trade, 'id' | 'collateralAmount'>;

const INSERTED_COLUMNS = 'id, user_id, market_id, outcome, side, quantity, price, collateral_amount';

/** Reads the market and inserts in one statement, so that the market cannot close in between. */
const INSERT = `
  WITH market AS (
    SELECT id, ${EFFECTIVE_STATUS} AS status FROM markets WHERE id = $3
  ), trade AS (
    INSERT INTO trades (${INSERTED_COLUMNS})
    SELECT $1, $2, id, $4, $5, $6, $7, $8 FROM market WHERE status = 'OPEN'
    RETURNING *
  )
  SELECT market.status AS "marketStatus", ${columnsOf(TradeEntity, { table: 'trade' })}
  FROM market LEFT JOIN trade ON true`;

/** Leaves out trades in markets that are not open, and in markets that another transaction is deleting. */
const INSERT_TOGETHER = `
  WITH new AS MATERIALIZED (
    SELECT * FROM json_populate_recordset(NULL::trades, $1)
  ), market AS MATERIALIZED (
    SELECT id AS market_id, ${EFFECTIVE_STATUS} AS status FROM markets
    WHERE id = ANY (ARRAY(SELECT lock_available_markets(ARRAY(SELECT market_id FROM new))))
  ), trade AS (
    INSERT INTO trades (${INSERTED_COLUMNS})
    SELECT ${INSERTED_COLUMNS} FROM (SELECT market_id FROM market WHERE status = 'OPEN') AS open JOIN new USING (market_id)
    RETURNING *
  )
  SELECT ${columnsOf(TradeEntity, { table: 'trade' })} FROM trade`;

@Injectable()
export class TradesRepository {
  private readonly writer: RowWriter<NewTrade, Trade>;

  constructor(private readonly database: Database) {
    this.writer = new RowWriter({
      together: (trades) => database.query<Trade>(INSERT_TOGETHER, [JSON.stringify(trades.map(rowOf))]),
      alone: (trade) => this.insert(trade),
    });
  }

  /**
   * Records an intended trade. Repeating it records another one. Simultaneous calls share a statement.
   * @throws {AppError} market_not_found, market_not_open
   */
  async recordTrade(terms: CreateTradeInput): Promise<Trade> {
    const collateralAmount = multiplyDecimals(terms.quantity, terms.price);
    const trade = await this.writer.write({ ...terms, id: randomUUID(), collateralAmount });
    if (trade === null) throw new AppError('market_not_found');
    return trade;
  }

  /** @throws {AppError} market_not_open */
  private async insert(trade: NewTrade): Promise<Trade | null> {
    const { id, userId, marketId, outcome, side, quantity, price, collateralAmount } = trade;
    const parameters = [id, userId, marketId, outcome, side, quantity, price, collateralAmount];
    const row = await this.database.queryOne<{ marketStatus: MarketStatus } & (Trade | { id: null })>(
      INSERT,
      parameters,
    );
    if (row === null || row.id !== null) return row;
    throw new AppError('market_not_open', { message: `The market is ${row.marketStatus}, not OPEN.` });
  }
}

/** The columns of a new trade, as PostgreSQL reads them from JSON. */
function rowOf({ userId, marketId, collateralAmount, ...terms }: NewTrade): object {
  return { ...terms, user_id: userId, market_id: marketId, collateral_amount: collateralAmount };
}
