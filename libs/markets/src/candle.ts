import type { Keyset } from '@app/common';

/** The stored intervals, in seconds. */
export const CANDLE_INTERVALS = { '1m': 60, '5m': 300, '1h': 3_600, '1d': 86_400 } as const;
export type CandleInterval = keyof typeof CANDLE_INTERVALS;
export const CANDLE_INTERVAL_NAMES = ['1m', '5m', '1h', '1d'] as const satisfies readonly CandleInterval[];

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
