import { DEMO_USER_ID, ListReads } from '@app/persistence';
import { openDatabase, type OpenDatabase } from '../../../../test/support/open-database.js';
import { pagesRead } from '../../../../test/support/page-counting-sql.js';
import { MarketsRepository } from './markets.repository.js';
import { marketsStatement } from './markets-statement.js';
import type { MarketsQuery } from './markets-query.js';

const ALL: Omit<MarketsQuery, 'titlePart'> = {
  status: undefined,
  category: undefined,
  tradable: false,
  onchainId: undefined,
  marketContractAddress: undefined,
  sort: '-created_at',
  page: { limit: 50, after: null },
};

describe('a search of titles', () => {
  let open: OpenDatabase;
  let markets: MarketsRepository;

  beforeAll(async () => {
    open = await openDatabase();
    markets = new MarketsRepository(open.database, new ListReads(open.database));
    await open.database.query(`INSERT INTO users (id, kind) VALUES ($1, 'person') ON CONFLICT DO NOTHING`, [
      DEMO_USER_ID,
    ]);
    await open.database.query(
      `INSERT INTO markets (creator_user_id, title, status, outcome_yes_label, outcome_no_label, collateral_asset, chain,
         closes_at) SELECT $1::uuid, title, 'OPEN', 'YES', 'NO', 'USDC', 'CHAIN-TESTNET', now() + interval '1 day'
       FROM unnest($2::text[]) AS title UNION ALL
       SELECT $1, 'Will number ' || n || ' come true before the end of the year?', 'OPEN', 'YES', 'NO', 'USDC',
         'CHAIN-TESTNET', now() + interval '1 day' FROM generate_series(1, 5000) AS n`,
      [DEMO_USER_ID, ['Will the EU agree?', 'Above 5%_%?', 'Köln gewinnt', 'a - b', '東京タワー']],
    );
    await open.database.query('VACUUM ANALYZE markets');
  });
  afterAll(() => open?.close());

  const titles = async (titlePart: string): Promise<string[]> =>
    (await markets.listMarkets({ ...ALL, titlePart })).items.map(({ title }) => title);

  it.each([
    ['eu', 'Will the EU agree?'],
    ['%_%', 'Above 5%_%?'],
    ['KÖLN', 'Köln gewinnt'],
    ['a - b', 'a - b'],
    ['京タ', '東京タワー'],
    ['number 4999 come', 'Will number 4999 come true before the end of the year?'],
  ])('for %s finds the title that has it', async (part, title) => {
    expect(await titles(part)).toEqual([title]);
  });

  it.each(['%_%_%', '%%%', '???', 'ü ü', '…—…', '\\%\\', '()[]', 'zq', 'x!', '-- --'])(
    'for %s reads few pages',
    async (part) => {
      const MAX_PAGES = 30;
      const { text, parameters } = marketsStatement({ ...ALL, titlePart: part });
      expect(await titles(part)).toEqual([]);
      expect(await pagesRead(open.database, (sql) => sql.query(text, parameters))).toBeLessThan(MAX_PAGES);
    },
  );

  it('is refused with overloaded when it takes too long, and leaves the connection as it was', async () => {
    await open.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE markets IN ACCESS EXCLUSIVE MODE');
      await expect(titles('number')).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 1 });
    });
    expect(await titles('eu')).toHaveLength(1);
    const timeouts = await Promise.all(
      Array.from({ length: 5 }, () => open.database.query(`SELECT current_setting('statement_timeout') AS timeout`)),
    );
    expect(timeouts.flat()).not.toContainEqual({ timeout: '300ms' });
  });
});
