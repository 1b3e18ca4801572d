import { Random } from '../../../../tools/support/random.js';
import { IndexerFixture } from '../../../../test/support/indexer/indexer-fixture.js';
import { RandomTrading } from '../../../../test/support/indexer/random-trading.js';

/** RFC 9562: a version, and the variant that has versions. */
const STRICT_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TABLES = ['users', 'markets', 'resolutions', 'positions', 'settlements'] as const;

describe('ids of rows derived from the chain', () => {
  let set: IndexerFixture;
  let trading: RandomTrading;

  beforeAll(async () => {
    set = await IndexerFixture.start();
    trading = new RandomTrading(set.contracts, new Random(17));
    await trading.steps(400);
    await set.index();
    await set.database.query(
      `INSERT INTO trades (user_id, market_id, outcome, side, quantity, price, collateral_amount)
       SELECT gen_random_uuid(), id, 'YES', 'BUY', 1, 1, 1 FROM markets WHERE from_chain`,
    );
  });
  afterAll(() => set?.stop());

  async function strict(): Promise<Record<string, boolean>> {
    const found: Record<string, boolean> = {};
    for (const table of TABLES) {
      const rows = await set.database.query<{ id: string }>(`SELECT id FROM ${table}`);
      expect([table, rows.length > 3]).toEqual([table, true]);
      found[table] = rows.every(({ id }) => STRICT_UUID.test(id));
    }
    return found;
  }

  const of = (isStrict: boolean): Record<string, boolean> =>
    Object.fromEntries(TABLES.map((table) => [table, isStrict]));

  async function rebuilt(): Promise<Record<string, string[]>> {
    await set.clear();
    await set.index();
    return set.rows();
  }

  it('are valid UUIDs', async () => {
    expect(await strict()).toEqual(of(true));
  });

  it('stay stable for later events', async () => {
    await trading.steps(40);
    await set.index();
    expect(await strict()).toEqual(of(true));
    const rows = await set.rows();
    expect(await rebuilt()).toEqual(rows);
  });
});
