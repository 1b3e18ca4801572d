import type { Candle, CandlesPage, CandlesQuery } from '@app/markets';
import { timestampOf } from '../../http/index.js';

export interface HistoryBody {
  market_id: string;
  interval: string;
  candles: readonly CandleBody[];
  as_of_block: number | null;
}

export interface CandleBody {
  start_at: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  trades: number;
}

export function presentHistory({ marketId, interval }: CandlesQuery, history: CandlesPage): HistoryBody {
  return {
    market_id: marketId,
    interval,
    candles: history.candles.map(presentCandle),
    as_of_block: history.asOfBlock,
  };
}

function presentCandle({ startAt, open, high, low, close, volume, trades }: Candle): CandleBody {
  return { start_at: timestampOf(startAt), open, high, low, close, volume, trades };
}
