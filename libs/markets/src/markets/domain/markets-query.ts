import type { Keyset, PageRequest } from '@app/common';
import type { Market, MarketStatus } from './market.js';

export const MARKET_SORTS = ['created_at', '-created_at', 'closes_at', '-closes_at'] as const;
/** By which time, and with `-` the latest first. Ties go by id, in the same direction. */
export type MarketSort = (typeof MARKET_SORTS)[number];

/** What selects and orders the markets of a list. */
export interface MarketsFilter {
  /** The effective status. */
  status: MarketStatus | undefined;
  /** Exact. */
  category: string | undefined;
  /** A substring of the title, in any case. */
  titlePart: string | undefined;
  sort: MarketSort;
}

export interface MarketsQuery extends MarketsFilter {
  page: PageRequest;
}

/** Where a market stands in a list of that order. */
export function keysetOf(market: Market, sort: MarketSort): Keyset {
  return { at: sort.endsWith('created_at') ? market.createdAt : market.closesAt, id: market.id };
}
