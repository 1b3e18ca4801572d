import { Injectable } from '@nestjs/common';
import { AppError, toPage } from '@app/common';
import { Database } from '@app/persistence';
import { type Candle, CANDLE_INTERVALS, type CandlesPage, type CandlesQuery, MAX_CANDLES_LIMIT } from './candle.js';

/** A candle inside JSON, which has no dates. */
type JsonCandle = Omit<Candle, 'startAt'> & { startAtMs: number };

type CandlesRow = { asOfBlock: number | null; candles: JsonCandle[] };

/** Walks the primary key backwards, no further than the page. */
export const SELECT_CANDLES_SQL = `
  SELECT i.block_number::float8 AS "asOfBlock", ARRAY(
    SELECT jsonb_build_object('startAtMs', (extract(epoch FROM c.start_at) * 1000)::bigint,
      'open', trim_scale(c.open)::text, 'high', trim_scale(c.high)::text, 'low', trim_scale(c.low)::text,
      'close', trim_scale(c.close)::text, 'volume', trim_scale(c.volume_base_units * i.base_unit)::text,
      'trades', c.trades)
    FROM market_candles AS c
    WHERE c.market_contract_address = (SELECT market_contract_address FROM chain_markets WHERE record_id = market.id)
      AND c.interval_seconds = $2 AND c.start_at >= $3 AND c.start_at < $4
    ORDER BY c.start_at DESC LIMIT $5) AS candles
  FROM markets AS market LEFT JOIN chain_index AS i ON true WHERE market.id = $1`;

@Injectable()
export class CandlesRepository {
  constructor(private readonly database: Database) {}

  /** Empty for a record without a contract. @throws {AppError} market_not_found */
  async listCandles({ marketId, interval, from, to, before, limit }: CandlesQuery): Promise<CandlesPage> {
    const end = [to, before].filter((time) => time !== null).toSorted((one, other) => Number(one) - Number(other))[0];
    const count = Math.min(limit, MAX_CANDLES_LIMIT) + 1;
    const parameters = [marketId, CANDLE_INTERVALS[interval], from ?? '-infinity', end ?? 'infinity', count];
    const row = await this.database.queryOne<CandlesRow>(SELECT_CANDLES_SQL, parameters);
    if (row === null) throw new AppError('market_not_found');
    const candles = row.candles.map(({ startAtMs, ...candle }) => ({ startAt: new Date(startAtMs), ...candle }));
    const page = toPage(candles, limit, ({ startAt }) => ({ at: startAt, id: interval }));
    return { candles: page.items, next: page.next, asOfBlock: row.asOfBlock };
  }
}
