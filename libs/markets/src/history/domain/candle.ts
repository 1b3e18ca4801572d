import type { Keyset } from '@app/common';

/** The intervals that are kept, in seconds. */
export const CANDLE_INTERVALS = { '1m': 60, '5m': 300, '1h': 3_600, '1d': 86_400 } as const;
export type CandleInterval = keyof typeof CANDLE_INTERVALS;
export const CANDLE_INTERVAL_NAMES = ['1m', '5m', '1h', '1d'] as const satisfies readonly CandleInterval[];

/** What happened in one interval in which somebody bought. Prices are implied probabilities of YES, from 0 to 1. */
export interface Candle {
  startAt: Date;
  /** Right after the first buy. */
  open: string;
  high: string;
  low: string;
  /** Right after the last buy; it stays until the next one. */
  close: string;
  /** Staked on both outcomes together, display units. */
  volume: string;
  trades: number;
}

export interface HistoryQuery {
  marketId: string;
  interval: CandleInterval;
  /** Intervals that begin at or after it; null: from the beginning. */
  from: Date | null;
  /** Intervals that begin before it; null: to the end. */
  to: Date | null;
  limit: number;
  /** Where the page before ended. */
  before: Date | null;
}

export interface History {
  /** Newest first. */
  candles: readonly Candle[];
  next: Keyset | null;
  /** Null before the chain has been read. */
  asOfBlock: number | null;
}

/** The most candles that a page can have. */
export const HISTORY_LIMIT_MAX = 500;
