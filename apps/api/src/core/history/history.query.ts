import { CANDLE_INTERVAL_NAMES, type CandleInterval, MAX_CANDLES_LIMIT, type CandlesQuery } from '@app/markets';
import { EXAMPLE } from '../../openapi/examples.js';
import { cursorText, decodeCursor, OptionalField, oneOf, pageLimit, timestamp } from '../../http/index.js';

export class HistoryListQuery {
  @OptionalField(oneOf(CANDLE_INTERVAL_NAMES), { fallback: '1h', doc: 'How long each interval is.', example: '1h' })
  interval: CandleInterval;

  @OptionalField(timestamp(), {
    fallback: null,
    doc: 'Only intervals that begin at this time or later.',
    example: '2026-06-01T00:00:00Z',
  })
  from: Date | null;

  @OptionalField(timestamp(), {
    fallback: null,
    doc: 'Only intervals that begin before this time.',
    example: '2026-07-01T00:00:00Z',
  })
  to: Date | null;

  @OptionalField(pageLimit(MAX_CANDLES_LIMIT), {
    fallback: MAX_CANDLES_LIMIT,
    doc: 'The most intervals that the page may have.',
    example: 24,
  })
  limit: number;

  @OptionalField(cursorText(), {
    doc: 'The `next_cursor` of the page before, from this very history.',
    example: EXAMPLE.cursor,
  })
  cursor: string | undefined;
}

/** Names the history that a query asks for: its cursors are good for no other. */
export function scopeOf(marketId: string, { interval, from, to }: HistoryListQuery): string {
  return JSON.stringify(['history', marketId, interval, from, to]);
}

export function historyQueryOf(marketId: string, query: HistoryListQuery, scope: string): CandlesQuery {
  const { interval, from, to, limit, cursor } = query;
  return { marketId, interval, from, to, limit, before: cursor === undefined ? null : decodeCursor(scope, cursor).at };
}
