import type { Candle, CandlesPage, CandlesQuery } from '@app/markets';
import type { CandleDto, HistoryDto } from './candle.dto.js';

export function presentHistory({ marketId, interval }: CandlesQuery, history: CandlesPage): HistoryDto {
  return {
    market_id: marketId,
    interval,
    candles: history.candles.map(presentCandle),
    as_of_block: history.asOfBlock,
  };
}

function presentCandle({ startAt, open, high, low, close, volume, trades }: Candle): CandleDto {
  return { start_at: startAt.toISOString(), open, high, low, close, volume, trades };
}
