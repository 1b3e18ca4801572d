import type { Candle, HistoryResponse } from '@presage/sdk';

/** Candles that were read, newest first, without a gap between them. */
export interface Candles {
  readonly list: readonly Candle[];
  /** Cursor of older ones, null if there are none. */
  readonly olderCursor: string | null;
}

/** Puts the newest page before the known candles. Pages that do not meet leave a gap, so that only the newest counts. */
export function withNewest(known: Candles | undefined, { history, next_cursor }: HistoryResponse): Candles {
  const newest = { list: history.candles, olderCursor: next_cursor };
  const oldestAt = history.candles.at(-1)?.start_at;
  const [latest] = known?.list ?? [];
  if (next_cursor === null || known === undefined || oldestAt === undefined) return newest;
  if (latest === undefined || latest.start_at < oldestAt) return newest;
  const older = known.list.filter(({ start_at }) => start_at < oldestAt);
  return older.length === 0 ? newest : { list: [...history.candles, ...older], olderCursor: known.olderCursor };
}

/** Puts a page of older candles behind the known ones. */
export function withOlder(known: Candles, { history, next_cursor }: HistoryResponse): Candles {
  const oldestAt = known.list.at(-1)?.start_at ?? '';
  const older = history.candles.filter(({ start_at }) => start_at < oldestAt);
  return { list: [...known.list, ...older], olderCursor: next_cursor };
}
