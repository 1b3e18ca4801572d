import { Injectable } from '@nestjs/common';
import { Database } from '@app/persistence';
import { type Candle, CANDLE_INTERVALS, HISTORY_LIMIT_MAX, type HistoryQuery } from '../domain/candle.js';

type HistoryRow = { asOfBlock: string | null; candles: (Omit<Candle, 'startAt'> & { startAtMs: number })[] };

/** Walks the primary key backwards from an end, and no further than the page. */
export const HISTORY = `
  SELECT i.block_number AS "asOfBlock", ARRAY(
    SELECT jsonb_build_object('startAtMs', (extract(epoch FROM c.start_at) * 1000)::bigint,
      'open', trim_scale(c.open)::text, 'high', trim_scale(c.high)::text, 'low', trim_scale(c.low)::text,
      'close', trim_scale(c.close)::text, 'volume', trim_scale(c.volume_base_units * i.base_unit)::text,
      'trades', c.trades)
    FROM market_candles AS c
    WHERE c.market_contract_address = (SELECT market_contract_address FROM chain_markets WHERE record_id = market.id)
      AND c.interval_seconds = $2 AND c.start_at >= $3 AND c.start_at < $4
    ORDER BY c.start_at DESC LIMIT $5) AS candles
  FROM markets AS market LEFT JOIN chain_index AS i ON true WHERE market.id = $1`;

const BEGINNING = '-infinity';
const END = 'infinity';

@Injectable()
export class HistoryRepository {
  constructor(private readonly database: Database) {}

  /** The page's candles and, if there are more, one beyond it. Null when there is no such market. */
  async findHistory(query: HistoryQuery): Promise<{ candles: Candle[]; asOfBlock: number | null } | null> {
    const { marketId, interval, from, to, before, limit } = query;
    const end = [to, before].filter((time) => time !== null).toSorted((one, other) => Number(one) - Number(other))[0];
    const row = await this.database.queryOne<HistoryRow>(HISTORY, [
      marketId,
      CANDLE_INTERVALS[interval],
      from ?? BEGINNING,
      end ?? END,
      Math.min(limit, HISTORY_LIMIT_MAX) + 1,
    ]);
    if (row === null) return null;
    return {
      candles: row.candles.map(({ startAtMs, ...candle }) => ({ startAt: new Date(startAtMs), ...candle })),
      asOfBlock: row.asOfBlock === null ? null : Number(row.asOfBlock),
    };
  }
}
