import { Injectable } from '@nestjs/common';
import { AppError, type Keyset, toPage } from '@app/common';
import { Database } from '@app/persistence';
import { failAs } from './fail-as.js';

/** The stored intervals, in seconds. */
export const CANDLE_INTERVALS = { '1m': 60, '5m': 300, '1h': 3_600, '1d': 86_400 } as const;
export type CandleInterval = keyof typeof CANDLE_INTERVALS;
export const CANDLE_INTERVAL_NAMES = ['1m', '5m', '1h', '1d'] as const satisfies readonly CandleInterval[];

/** Maximum number of candles on a page. */
export const MAX_CANDLES_LIMIT = 500;

/** Prices in one interval with at least one buy: implied probabilities of YES, 0 to 1. */
export interface Candle {
  startAt: Date;
  /** After the first buy. */
  open: string;
  high: string;
  low: string;
  /** After the last buy. */
  close: string;
  /** Stakes on both outcomes, display units. */
  volume: string;
  /** Number of buys. */
  trades: number;
}

export interface CandlesQuery {
  marketId: string;
  interval: CandleInterval;
  /** First interval start, inclusive; null for the beginning. */
  from: Date | null;
  /** Last interval start, exclusive; null for the end. */
  to: Date | null;
  limit: number;
  /** Interval start at which the page before ended. */
  before: Date | null;
}

export interface CandlesPage {
  /** Newest first. */
  candles: readonly Candle[];
  next: Keyset | null;
  /** Null before the chain has been read. */
  asOfBlock: number | null;
}

/** A candle inside JSON, which has no dates. */
type JsonCandle = Omit<Candle, 'startAt'> & { startAtMs: number };

/** Walks the primary key backwards, no further than the page. */
export const CANDLES = `
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

  /** Empty for a record without a contract. @throws {AppError} market_not_found; market_get_failed */
  listCandles({ marketId, interval, from, to, before, limit }: CandlesQuery): Promise<CandlesPage> {
    return failAs('market_get_failed', async () => {
      const end = [to, before].filter((time) => time !== null).toSorted((one, other) => Number(one) - Number(other))[0];
      const row = await this.database.queryOne<{ asOfBlock: number | null; candles: JsonCandle[] }>(CANDLES, [
        marketId,
        CANDLE_INTERVALS[interval],
        from ?? '-infinity',
        end ?? 'infinity',
        Math.min(limit, MAX_CANDLES_LIMIT) + 1,
      ]);
      if (row === null) throw new AppError('market_not_found');
      const candles = row.candles.map(({ startAtMs, ...candle }) => ({ startAt: new Date(startAtMs), ...candle }));
      const page = toPage(candles, limit, ({ startAt }) => ({ at: startAt, id: interval }));
      return { candles: page.items, next: page.next, asOfBlock: row.asOfBlock };
    });
  }
}
