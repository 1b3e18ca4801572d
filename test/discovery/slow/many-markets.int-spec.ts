import pg from 'pg';
import { DiscoveryRepository, MarketsRepository } from '@app/markets';
import { type Database, DEMO_USER_ID, ListReads } from '@app/persistence';
import { connectDatabase, type ConnectedDatabase, openDatabase, type OpenDatabase } from '../../support/open-database.js';
import { DISCOVERY_LISTS } from '../lists.js';
import { seedMarkets, similarTo } from '../seed-markets.js';

const MARKETS = 100_000;

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

  /** Rows that sequential scans of the tables of markets read during the work, of the only connection. */
  async function scannedRows(work: (database: Database, reads: ListReads) => Promise<unknown>): Promise<number> {
    const { database } = connected;
    const rows = async (): Promise<number> => {
      await database.query('SELECT pg_stat_force_next_flush()');
      const { scanned } = await database.queryOneOrFail<{ scanned: number }>(
        `SELECT sum(seq_tup_read)::float8 AS scanned FROM pg_stat_user_tables
         WHERE relname IN ('markets', 'chain_markets', 'market_words')`,
      );
      return scanned;
    };
    const before = await rows();
    await work(database, new ListReads(database));
    return (await rows()) - before;
  }

  it.each(DISCOVERY_LISTS.map((list) => [JSON.stringify(list), list] as const))(
    'with %s scan no table',
    async (_name, { sort, ...filter }) => {
      const page = { limit: 50, after: null };
      const scanned = await scannedRows((database, reads) =>
        new MarketsRepository(database, reads).listMarkets({ ...filter, sort, page }),
      );
      expect(scanned).toBe(0);
    },
  );

  it('of similar ones and of counts scan no table', async () => {
    const scanned = await scannedRows(async (database, reads) => {
      const discovery = new DiscoveryRepository(database, reads);
      expect((await discovery.listSimilar(similarTo())).length).toBeGreaterThan(0);
      const statuses = (await discovery.countFacets()).filter(({ facet }) => facet === 'status');
      expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(MARKETS);
    });
    expect(scanned).toBe(0);
  });
});
