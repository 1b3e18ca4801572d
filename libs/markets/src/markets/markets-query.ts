import type { Keyset, PageRequest } from '@app/common';
import type { Market } from './market.entity.js';
import type { MarketStatus } from './market.js';

export const MARKET_SORTS = ['created_at', '-created_at', 'closes_at', '-closes_at'] as const;
/** Sort key; `-` puts the latest first. Ties are sorted by id in the same direction. */
export type MarketSort = (typeof MARKET_SORTS)[number];

export interface MarketsFilter {
  /** The effective status. */
  status: MarketStatus | undefined;
  /** Exact. */
  category: string | undefined;
  /** A substring of the title, in any case. */
  titlePart: string | undefined;
  /** Only markets whose contract accepts buys now. */
  tradable: boolean;
  /** Name of the contract's creator for it; exact. */
  onchainId: string | undefined;
  /** Lower-case. */
  marketContractAddress: string | undefined;
  sort: MarketSort;
}

export interface MarketsQuery extends MarketsFilter {
  page: PageRequest;
}

export function keysetOf(market: Market, sort: MarketSort): Keyset {
  return { at: sort.endsWith('created_at') ? market.createdAt : market.closesAt, id: market.id };
}
