import type { MarketsFilter, MarketSort } from '@app/markets';
import { seededCategory, seededResolver, seededTag, seededWord } from './seed-markets.js';

/** Filters and sorts that differ most in what they read of seeded markets. */
export const DISCOVERY_LISTS: readonly (MarketsFilter & { sort: MarketSort })[] = [
  { words: 'will', sort: 'relevance' },
  ...[1, 10, 100, 1_000, 10_000].map((rank) => ({ words: seededWord(rank), sort: 'relevance' as const })),
  { words: `${seededWord(10)} ${seededWord(100)}`, sort: 'relevance' },
  { words: `${seededWord(100)} or ${seededWord(1_000)}`, sort: 'relevance' },
  { words: `${seededWord(10)}x`, sort: 'relevance' },
  { words: '-will', sort: 'relevance' },
  { words: seededWord(10), tradable: true, sort: 'relevance' },
  { words: seededWord(100), status: 'OPEN', sort: '-pool' },
  { status: 'OPEN', sort: '-pool' },
  { tradable: true, sort: '-last_stake_at' },
  { tradable: true, sort: 'closes_at' },
  { tradable: true, sort: '-created_at' },
  { tags: [seededTag(1), seededTag(30)], sort: '-created_at' },
  { status: 'OPEN', tags: [seededTag(40)], category: seededCategory(7), sort: '-pool' },
  { resolver: seededResolver(77), sort: '-pool' },
  { minPool: '20000', sort: 'closes_at' },
  { withoutConflict: true, sort: '-created_at' },
];
