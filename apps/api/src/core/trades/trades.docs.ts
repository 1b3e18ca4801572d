import type { OperationDescription } from '../../openapi/describe.decorator.js';
import * as wire from '../../openapi/wire/index.js';
import { TRADE, TRADE_EXECUTION } from './trade.shape.js';

export const TRADES_DOCS = {
  create: {
    id: 'createTradeIntent',
    tag: 'Trade intents',
    summary: 'Record a trade intent',
    details: 'Records it and executes nothing: trading on the chain is what agent intents are for.',
    answers: {
      201: { what: 'The record.', shape: wire.object({ trade: TRADE, execution: TRADE_EXECUTION }) },
    },
    failures: ['market_not_open', 'market_not_found', 'trade_intent_create_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
