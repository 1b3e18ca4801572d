import type { OperationDescription } from '../../openapi/describe.decorator.js';
import * as wire from '../../openapi/wire/index.js';
import { QUOTE } from './quote.shape.js';

export const QUOTES_DOCS = {
  get: {
    id: 'getQuote',
    tag: 'Markets',
    summary: 'Quote a buy',
    details:
      'What a buy would do to the pools and what it would bring, in integers equal to the contract’s. Nothing is held: the pools move with every buy, and `min_multiple` of a buy intent says what is still acceptable when it is sent.\n\nA preview of a buy shows the same as `quote`.',
    answers: { 200: { what: 'The quote.', shape: wire.object({ quote: QUOTE }) } },
    failures: ['market_not_open', 'market_not_found', 'market_get_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
