import pg from 'pg';
import { DiscoveryRepository, MarketsRepository } from '@app/markets';
import { type Database, DEMO_USER_ID } from '@app/persistence';
import {
  connectDatabase,
  type ConnectedDatabase,
  openDatabase,
  type OpenDatabase,
} from '../../support/open-database.js';
import { DISCOVERY_LISTS } from '../../support/discovery/lists.js';
import { seedMarkets, similarTo } from '../../support/discovery/seed-markets.js';

const MARKETS = 100_000;
const MAX_FETCHED = MARKETS / 4;

/** The bench of history runs the same lists over a million markets. */
describe('lists of very many markets', () => {
  let open: OpenDatabase;
  let connected: ConnectedDatabase;

  beforeAll(async () => {
    open = await openDatabase();
    await open.database.query(`INSERT INTO users (id, kind) VALUES ($1, 'person') ON CONFLICT DO NOTHING`, [
      DEMO_USER_ID,
    ]);
    await open.database.query('UPDATE chain_index SET base_unit = 0.000001');
    const client = new pg.Client({ connectionString: open.url });
    await client.connect();
    await seedMarkets(client, MARKETS, `'${DEMO_USER_ID}'::uuid`);
    await client.end();
    connected = await connectDatabase(open.url, 1);
  });
  afterAll(async () => {
    await connected?.close();
    await open?.close();
  });

  /** Rows that the only connection reads of the tables of markets during the work, in scans of tables and by indexes. */
  async function rowsRead(
    work: (database: Database) => Promise<unknown>,
  ): Promise<{ scanned: number; fetched: number }> {
    const { database } = connected;
    const rows = async (): Promise<{ scanned: number; fetched: number }> => {
      await database.query('SELECT pg_stat_force_next_flush()');
      return database.queryOneOrFail(
        `SELECT sum(seq_tup_read)::float8 AS scanned, sum(idx_tup_fetch)::float8 AS fetched FROM pg_stat_user_tables
         WHERE relname IN ('markets', 'chain_markets', 'market_words')`,
      );
    };
    const before = await rows();
    await work(database);
    const after = await rows();
    return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched };
  }

  it.each(DISCOVERY_LISTS.map((list) => [JSON.stringify(list), list] as const))(
    'with %s read few of them',
    async (_name, { sort, ...filter }) => {
      const page = { limit: 50, after: null };
      const read = await rowsRead((database) => new MarketsRepository(database).listMarkets({ ...filter, sort, page }));
      expect(read.scanned).toBe(0);
      expect(read.fetched).toBeLessThan(MAX_FETCHED);
    },
  );

  it('of similar ones and of counts read few of them', async () => {
    const read = await rowsRead(async (database) => {
      const discovery = new DiscoveryRepository(database);
      expect((await discovery.listSimilar(similarTo())).length).toBeGreaterThan(0);
      const statuses = (await discovery.countFacets()).filter(({ facet }) => facet === 'status');
      expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(MARKETS);
    });
    expect(read.scanned).toBe(0);
    expect(read.fetched).toBeLessThan(MAX_FETCHED);
  });
});
