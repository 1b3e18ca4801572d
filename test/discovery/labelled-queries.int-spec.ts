import { foldMarketCounts, MarketsRepository } from '@app/markets';
import { DEMO_USER_ID } from '@app/persistence';
import { openDatabase, type OpenDatabase } from '../support/open-database.js';
import { MARKETS, QUERIES } from './labelled-markets.js';

const SHOWN = 5;
/** Markets made of the words of others, of which none is expected. */
const NOISE = 3_000;
const MIN_RECALL = 0.9;

describe('searches for markets that people know of', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
    await open.database.query(`INSERT INTO users (id, kind) VALUES ($1, 'person') ON CONFLICT DO NOTHING`, [
      DEMO_USER_ID,
    ]);
    const columns = [1, 2, 3, 4].map((place) => MARKETS.map((market) => market[place] ?? ''));
    await open.database.query(
      `WITH known AS (
         SELECT title, category, string_to_array(tags, ',') AS tags, description, now() - n * interval '1 day' AS created_at
         FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY AS m (title, category, tags, description, n)),
       noise AS (
         SELECT (SELECT string_agg(word, ' ' ORDER BY hash) FROM (SELECT word, md5(word || n) AS hash
             FROM unnest('{will,win,the,before,in,a,be,next,year,above,below,reach,new,price,team,number,of}'::text[]) AS word
             ORDER BY hash LIMIT 9) AS words) || ' ' || n AS title,
           'other' AS category, '{}'::text[] AS tags, 'A description of the price of number ' || n AS description,
           now() - n * interval '1 minute' AS created_at
         FROM generate_series(1, $6::int) AS n)
       INSERT INTO markets (creator_user_id, title, category, tags, description, status, outcome_yes_label,
         outcome_no_label, collateral_asset, chain, closes_at, created_at)
       SELECT $1::uuid, title, category, tags, description, 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET',
         now() + interval '1 year', created_at FROM (SELECT * FROM known UNION ALL SELECT * FROM noise) AS market`,
      [DEMO_USER_ID, ...columns, NOISE],
    );
    while (await foldMarketCounts(open.database));
    await open.database.query('ANALYZE markets, market_words');
  });
  afterAll(() => open?.close());

  it(`has ${MIN_RECALL} of the expected markets among the first ${SHOWN}`, async () => {
    const markets = new MarketsRepository(open.database);
    const keyOf = new Map(MARKETS.map(([key, title]) => [title, key]));
    const missed: string[] = [];
    let recall = 0;
    for (const [words, keys] of QUERIES) {
      const expected = keys.split(',');
      const { items } = await markets.listMarkets({ words, sort: 'relevance', page: { limit: SHOWN, after: null } });
      const found = items.map(({ title }) => keyOf.get(title) ?? title);
      const lacking = expected.filter((key) => !found.includes(key));
      recall += 1 - lacking.length / expected.length;
      if (lacking.length > 0) missed.push(`${words}: ${lacking.join()} not among ${found.join()}`);
    }
    expect(QUERIES).toHaveLength(60);
    expect({ isEnough: recall / QUERIES.length >= MIN_RECALL, missed }).toEqual({ isEnough: true, missed });
    expect(missed.length).toBeLessThanOrEqual(QUERIES.length * (1 - MIN_RECALL));
  });
});
