import { DEMO_USER_ID } from '@app/persistence';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { foldMarketCounts } from './fold-market-counts.js';
import { MarketsRepository } from './markets.repository.js';
import type { MarketsFilter, MarketSort } from './markets-query.js';

const PAGE = { limit: 50, after: null };

describe('a search for markets', () => {
  let open: OpenDatabase;
  let markets: MarketsRepository;

  beforeAll(async () => {
    open = await openDatabase();
    markets = new MarketsRepository(open.database);
    await open.database.query(`INSERT INTO users (id, kind) VALUES ($1, 'person') ON CONFLICT DO NOTHING`, [
      DEMO_USER_ID,
    ]);
    await open.database.query(
      `INSERT INTO markets (creator_user_id, title, description, category, tags, status, outcome_yes_label,
         outcome_no_label, collateral_asset, chain, closes_at)
       SELECT $1::uuid, row->>0, row->>1, row->>2, ARRAY(SELECT jsonb_array_elements_text(row->3)), 'OPEN', 'YES', 'NO',
         'USDC', 'CHAIN-TESTNET', now() + interval '1 day' FROM jsonb_array_elements($2::jsonb) AS row`,
      [
        DEMO_USER_ID,
        JSON.stringify([
          ['Will the EU agree?', null, null, []],
          ['Will Bitcoin trade above $150,000?', 'Price of BTC at Coinbase.', 'crypto', ['btc', 'hard money']],
          ['Will gold trade above $4,000?', 'An ounce, not a bitcoin.', 'commodities', ['metals']],
          ['Will silver beat gold?', null, 'commodities', ['metals', 'hard money']],
          ['Köln gewinnt', null, null, []],
          ['bitcoin bitcoin bitcoin bitcoin bitcoin bitcoin bitcoin bitcoin rain snow ice', null, null, []],
        ]),
      ],
    );
    await foldMarketCounts(open.database);
  });
  afterAll(() => open?.close());

  const titles = async (filter: MarketsFilter, sort: MarketSort = 'relevance'): Promise<string[]> =>
    (await markets.listMarkets({ ...filter, sort, page: PAGE })).items.map(({ title }) => title.split(' ')[1] ?? '');

  it.each([
    ['eu', ['the']],
    ['GOLD above', ['gold']],
    ['köln', ['gewinnt']],
    ['gold -silver', ['gold']],
    ['coinbase', ['Bitcoin']],
    ['eu or köln', ['gewinnt', 'the']],
    ['"silver beat"', ['silver']],
    ['"beat silver"', []],
    ['crypto', ['Bitcoin']],
    ['hard money', ['Bitcoin', 'silver']],
    ['bitcoin', ['Bitcoin', 'bitcoin', 'gold']],
  ])('for %s finds what has the words', async (words, expected) => {
    expect((await titles({ words })).toSorted()).toEqual(expected.toSorted());
  });

  it('ranks a title above a category and a description, and a stuffed title not above a plain one', async () => {
    expect(await titles({ words: 'bitcoin' })).toEqual(['Bitcoin', 'bitcoin', 'gold']);
    expect(await titles({ words: 'gold or commodities' })).toEqual(['silver', 'gold']);
  });

  it.each([
    ['bitcon', ['Bitcoin', 'bitcoin', 'gold']],
    ['slver gold', ['silver']],
    ['comodities', ['gold', 'silver']],
  ])('for the misspelt %s finds the word of similar spelling', async (words, expected) => {
    expect((await titles({ words })).toSorted()).toEqual(expected.toSorted());
  });

  it('does not weaken an excluded word', async () => {
    expect(await titles({ words: 'silver -gold' })).toEqual([]);
  });

  it.each(['???', '-gold', '""', '%_%', "'", '\\', '()|&!:*<->', ':::', '🌧'])(
    'for %s, which has no word to look up, finds nothing',
    async (words) => {
      expect(await titles({ words })).toEqual([]);
    },
  );

  it('combines tags, categories and words', async () => {
    expect(await titles({ tags: ['metals'] }, '-created_at')).toHaveLength(2);
    expect(await titles({ tags: ['metals', 'hard money'] }, 'created_at')).toEqual(['silver']);
    expect(await titles({ tags: ['Metals'] }, 'created_at')).toEqual([]);
    expect(await titles({ category: 'commodities', words: 'above' })).toEqual(['gold']);
  });

  it.each(['-pool', '-last_stake_at', 'relevance'] as const)(
    'by %s continues after any place of a cursor',
    async (sort) => {
      const { items } = await markets.listMarkets({ words: 'gold', sort, page: PAGE });
      const after = { at: new Date(), id: items[0]?.id ?? '', place: '9'.repeat(80) };
      const rest = await markets.listMarkets({ words: 'gold', sort, page: { ...PAGE, after } });
      expect(rest.items.length).toBe(sort === 'relevance' ? 0 : items.length);
    },
  );

  it('is refused with overloaded when it takes too long, and leaves the connection as it was', async () => {
    await open.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE markets IN ACCESS EXCLUSIVE MODE');
      await expect(titles({ words: 'gold' })).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 1 });
    });
    expect(await titles({ words: 'eu' })).toHaveLength(1);
    const timeouts = await Promise.all(
      Array.from({ length: 5 }, () => open.database.query(`SELECT current_setting('statement_timeout') AS timeout`)),
    );
    expect(timeouts.flat()).not.toContainEqual({ timeout: '300ms' });
  });
});
