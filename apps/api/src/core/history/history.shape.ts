import { CANDLE_INTERVAL_NAMES } from '@app/markets';
import { EXAMPLE } from '../../openapi/examples.js';
import * as wire from '../../openapi/wire/index.js';
import type { CandleBody, HistoryBody } from './history.presenter.js';

const CANDLE = wire.named<CandleBody>(
  'Candle',
  'One interval in which somebody bought. Prices are implied probabilities of YES, from 0 to 1.',
  {
    start_at: wire.timestamp('When the interval began.', '2026-06-01T09:00:00.000Z'),
    open: wire.decimal('Right after its first buy.', '1'),
    high: wire.decimal('The highest after any buy.', '1'),
    low: wire.decimal('The lowest after any buy.', '0.25'),
    close: wire.decimal('Right after its last buy; it stays until the next one.', '0.4'),
    volume: wire.decimal('Staked on both outcomes together, display units.', '50'),
    trades: wire.integer('How many buys there were.', 3, { min: 1 }),
  },
);

export const HISTORY = wire.named<HistoryBody>('History', 'How a market’s price moved.', {
  market_id: wire.uuid('The market.', EXAMPLE.marketId),
  interval: wire.oneOf(CANDLE_INTERVAL_NAMES, 'How long each interval is.', '1h'),
  candles: wire.list(CANDLE, 'Newest first. An interval without a buy is not among them: the price stood still.'),
  as_of_block: wire.nullable(wire.integer('The block up to which this is; null before any was read.', 4711)),
});
