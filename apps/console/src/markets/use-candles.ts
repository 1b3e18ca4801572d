import { useMutation, useQuery } from '@tanstack/preact-query';
import type { Candle } from '@presage/sdk';
import { presage, queryClient } from '../data/query-client.js';
import { type Candles, withNewest, withOlder } from './candles.js';

const PAGE_SIZE = 500;

export type Interval = '1m' | '5m' | '1h' | '1d';

interface UsedCandles {
  readonly of: { readonly data: Candles | undefined; readonly error: Error | null };
  readonly hasOlder: boolean;
  readonly readOlder: () => void;
}

/** Candles of a market. The newest page is read again after each event, an older page once. */
export function useCandles(id: string, interval: Interval): UsedCandles {
  const queryKey = ['history', id, interval];
  const known = (): Candles | undefined => queryClient.getQueryData<Candles>(queryKey);
  const read = (cursor: string | undefined, signal?: AbortSignal) =>
    presage().request('getHistory', { path: { id }, query: { interval, limit: PAGE_SIZE, cursor }, signal });
  const candles = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const newest = await read(undefined, signal);
      return withNewest(known(), newest);
    },
    placeholderData: (previous) => previous,
    structuralSharing: false, // compares all candles after each event
  });
  const older = useMutation({
    mutationFn: (cursor: string) => read(cursor),
    onSuccess: (page, cursor) =>
      queryClient.setQueryData<Candles>(queryKey, (now) => (now?.olderCursor === cursor ? withOlder(now, page) : now)),
  });
  const cursor = candles.isPlaceholderData ? null : (candles.data?.olderCursor ?? null);
  return {
    of: candles,
    hasOlder: cursor !== null,
    readOlder: () => {
      if (cursor !== null && !older.isPending) older.mutate(cursor);
    },
  };
}

/** Coordinates of a candle. Reading 100,000 of them anew after each event takes longer than a frame. */
export interface CandlePoint {
  readonly timeS: number;
  /** Per cent. */
  readonly close: number;
  readonly volume: number;
}

const points = new WeakMap<Candle, CandlePoint>();

export function toPoint(candle: Candle): CandlePoint {
  const known = points.get(candle);
  if (known !== undefined) return known;
  const { start_at, close, volume } = candle;
  const point = { timeS: Date.parse(start_at) / 1_000, close: Number(close) * 100, volume: Number(volume) };
  points.set(candle, point);
  return point;
}
