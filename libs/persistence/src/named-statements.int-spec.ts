import { connectDatabase, type ConnectedDatabase } from '../../../test/support/open-database.js';
import { createTestDatabase } from '../../../test/support/index.js';
import { Database } from './database.js';

const KEPT_SQL = `SELECT count(*)::int AS count FROM pg_prepared_statements WHERE name LIKE 'presage_%'`;

describe('named statements', () => {
  let connected: ConnectedDatabase;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const created = await createTestDatabase();
    drop = () => created.drop();
    connected = await connectDatabase(created.url, 1); // every statement on one connection
  });
  afterAll(async () => {
    await connected?.close();
    await drop?.();
  });

  async function keptAfter(database: Database): Promise<number> {
    await database.query('SELECT $1::int AS n', [1]);
    await database.transaction((tx) => tx.query('SELECT $1::int + 1 AS n', [1]));
    const [row] = await database.queryUnprepared<{ count: number }>(KEPT_SQL, []);
    return row?.count ?? 0;
  }

  it('are not used where a pooler shares connections', async () => {
    expect(await keptAfter(new Database(connected.dataSource, { namedStatements: false }))).toBe(0);
  });

  it('are kept by a connection otherwise', async () => {
    expect(await keptAfter(new Database(connected.dataSource))).toBe(2);
  });
});
