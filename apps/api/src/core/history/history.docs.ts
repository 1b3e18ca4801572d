import type { OperationDescription } from '../../openapi/describe.decorator.js';
import * as wire from '../../openapi/wire/index.js';
import { HISTORY } from './history.shape.js';

export const HISTORY_DOCS = {
  get: {
    id: 'getHistory',
    tag: 'Markets',
    summary: 'Read a market’s price history',
    details:
      'Open, high, low and close of the implied probability of YES, and volume, newest first. `from` and `to` cut a range out of it, by when intervals begin; `next_cursor` goes on into the past.',
    answers: {
      200: { what: 'A page of the history.', shape: wire.object({ history: HISTORY, next_cursor: wire.nextCursor() }) },
    },
    failures: ['market_not_found', 'market_get_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
