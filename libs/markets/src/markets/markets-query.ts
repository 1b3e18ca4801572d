import type { Keyset, PageRequest } from '@app/common';
import type { Market } from './market.entity.js';
import type { MarketStatus } from './market.js';

export const MARKET_SORTS = [
  'created_at',
  '-created_at',
  'closes_at',
  '-closes_at',
  'relevance',
  '-pool',
  '-last_stake_at',
] as const;
/** Sort key; `-` puts the latest or largest first. Ties are sorted by id in the same direction. */
export type MarketSort = (typeof MARKET_SORTS)[number];

export interface MarketsFilter {
  /** The effective status. */
  status?: MarketStatus | undefined;
  /** Exact. */
  category?: string | undefined;
  /** Exact; a market must have all of them. */
  tags?: readonly string[] | undefined;
  /** Words in web-search syntax. */
  words?: string | undefined;
  /** Only markets whose contract accepts buys now. */
  tradable?: boolean | undefined;
  /** Name of the contract's creator for it; exact. */
  onchainId?: string | undefined;
  /** Lower-case. */
  marketContractAddress?: string | undefined;
  /** Id of a user, or lower-case address. */
  creator?: string | undefined;
  /** Lower-case address. */
  resolver?: string | undefined;
  closesBefore?: Date | undefined;
  /** Includes this time. */
  closesAfter?: Date | undefined;
  /** Least sum of both pools, above 0. In display units, in a statement in base units. */
  minPool?: string | undefined;
  /** Leaves out markets in which resolver or creator hold a position. */
  withoutConflict?: true | undefined;
}

export interface MarketsQuery extends MarketsFilter {
  sort: MarketSort;
  page: PageRequest;
}

/** A market with what its place in the list depends on. */
export interface ListedMarket extends Market {
  /** Number that the list sorts by, null behind all numbers; absent where it sorts by a time. */
  place?: string | null;
  /** Creation of the oldest match that a search by relevance ranks. */
  rankedFrom?: Date;
}

export function keysetOf({ id, place, rankedFrom, ...market }: ListedMarket, sort: MarketSort): Keyset {
  const at = sort.endsWith('closes_at') ? market.closesAt : (rankedFrom ?? market.createdAt);
  return { at, id, place: place ?? undefined };
}
