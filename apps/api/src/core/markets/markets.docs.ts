import type { OperationDescription } from '../../openapi/describe.decorator.js';
import * as wire from '../../openapi/wire/index.js';
import { COMPACT_MARKET, MARKET, RECORDED_MARKET } from './market.shape.js';

export const MARKETS_DOCS = {
  list: {
    id: 'listMarkets',
    tag: 'Markets',
    summary: 'List markets',
    details: 'Newest first, unless `sort` says otherwise.',
    answers: {
      200: {
        what: 'A page of markets.',
        shape: wire.object({ markets: wire.list(MARKET, 'The markets.'), next_cursor: wire.nextCursor() }),
      },
    },
    failures: ['markets_list_failed'],
  },
  listCompact: {
    id: 'listMarketsForAgents',
    tag: 'Markets',
    summary: 'List markets in short',
    details: 'The same list with what an agent needs to choose by, and no more.',
    answers: {
      200: {
        what: 'A page of markets.',
        shape: wire.object({ markets: wire.list(COMPACT_MARKET, 'The markets.'), next_cursor: wire.nextCursor() }),
      },
    },
    failures: ['markets_list_failed'],
  },
  get: {
    id: 'getMarket',
    tag: 'Markets',
    summary: 'Read a market',
    answers: { 200: { what: 'The market.', shape: wire.object({ market: MARKET }) } },
    failures: ['market_not_found', 'market_get_failed'],
  },
  create: {
    id: 'createMarket',
    tag: 'Markets',
    summary: 'Create a market record',
    details:
      'Makes a record and nothing on the chain. Texts are trimmed, blank ones count as absent. `status`, `winning_outcome`, `resolved_at` and `settled_at` are the server’s own: sending one is refused, even as null.',
    answers: { 201: { what: 'The new market.', shape: wire.object({ market: RECORDED_MARKET }) } },
    failures: ['invalid_creator_user', 'market_create_failed'],
  },
} as const satisfies Record<string, OperationDescription>;
