import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { CANDLE_INTERVAL_NAMES, type CandleInterval, type CandlesQuery, MAX_CANDLES_LIMIT } from '@app/markets';
import { EXAMPLE } from '../docs/examples.js';
import { ApiDecimal, ApiEnum, ApiInteger, ApiNextCursor, ApiTimestamp, ApiUuid } from '../docs/properties.js';
import { decodeCursor } from '../http/pagination/cursor.js';
import { Cursor, PageLimit } from '../http/pagination/page-query.dto.js';
import { OneOf, Timestamp } from '../http/validation/fields.js';

export class CandlesQueryDto {
  @OneOf(CANDLE_INTERVAL_NAMES, { description: 'Length of an interval.', example: '1h', default: '1h' })
  interval: CandleInterval;

  @Timestamp({
    description: 'Earliest start of an interval, inclusive.',
    example: '2026-06-01T00:00:00Z',
    default: null,
  })
  from: Date | null;

  @Timestamp({ description: 'Latest start of an interval, exclusive.', example: '2026-07-01T00:00:00Z', default: null })
  to: Date | null;

  @PageLimit(MAX_CANDLES_LIMIT)
  limit: number;

  @Cursor()
  cursor: string | undefined;
}

@ApiSchema({
  name: 'Candle',
  description: 'Interval with at least one buy. Prices are implied probabilities of YES, 0 to 1.',
})
export class CandleDto {
  @ApiTimestamp({ description: 'Start of the interval.', example: '2026-06-01T09:00:00.000Z' })
  start_at: string;

  @ApiDecimal({ description: 'Price after the first buy.', example: '1' })
  open: string;

  @ApiDecimal({ description: 'Highest price after a buy.', example: '1' })
  high: string;

  @ApiDecimal({ description: 'Lowest price after a buy.', example: '0.25' })
  low: string;

  @ApiDecimal({ description: 'Price after the last buy, valid until the next one.', example: '0.4' })
  close: string;

  @ApiDecimal({ description: 'Sum of the stakes on both outcomes, display units.', example: '50' })
  volume: string;

  @ApiInteger({ description: 'Number of buys.', example: 3, minimum: 1 })
  trades: number;
}

@ApiSchema({ name: 'History', description: 'Price history of a market.' })
export class HistoryDto {
  @ApiUuid({ description: 'Id of the market.', example: EXAMPLE.marketId })
  market_id: string;

  @ApiEnum(CANDLE_INTERVAL_NAMES, { description: 'Length of an interval.', example: '1h' })
  interval: string;

  @ApiProperty({
    type: [CandleDto],
    description: 'Intervals, newest first. An interval without a buy is omitted. Its price is the previous close.',
  })
  candles: CandleDto[];

  @ApiInteger({ description: 'Last indexed block.', null: 'before the first', example: 4711 })
  as_of_block: number | null;
}

export class HistoryResponse {
  @ApiProperty({ type: HistoryDto })
  history: HistoryDto;

  @ApiNextCursor()
  next_cursor: string | null;
}

/** Identifies the history that a query asks for: a cursor is valid for one history only. */
export function toCandlesScope(marketId: string, { interval, from, to }: CandlesQueryDto): string {
  return JSON.stringify(['history', marketId, interval, from, to]);
}

export function toCandlesQuery(marketId: string, query: CandlesQueryDto, scope: string): CandlesQuery {
  const { interval, from, to, limit, cursor } = query;
  return { marketId, interval, from, to, limit, before: cursor === undefined ? null : decodeCursor(scope, cursor).at };
}
