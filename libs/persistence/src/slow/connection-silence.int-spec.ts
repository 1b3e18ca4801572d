import { Secret } from '@app/common';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { isConnectionFailure } from '../connection-failure.js';
import { createDataSource } from '../data-source.js';
import { Database } from '../database.js';

const LIMIT_MS = 4_000;
/** A statement during which the server sends nothing. */
const silence = (seconds: number): string => `SELECT pg_sleep(${seconds})`;

describe('a database connection with a limit of silence', () => {
  let server: TestDatabase;
  let database: Database;
  let close: () => Promise<void>;

  beforeAll(async () => {
    server = await createTestDatabase();
    const source = await createDataSource({
      settings: { DATABASE_URL: new Secret(server.url), DATABASE_POOL_MAX: 1, DATABASE_CONNECT_TIMEOUT_MS: 60_000 },
      applicationName: 'presage-test',
      onIdleError: () => undefined,
      silenceTimeoutMs: LIMIT_MS,
    }).initialize();
    database = new Database(source);
    close = () => source.destroy();
  });
  afterAll(async () => {
    await close?.();
    await server?.drop();
  });

  it.each([
    ['a statement', () => database.query(silence(15))],
    ['a transaction', () => database.transaction((tx) => tx.query(silence(15)))],
  ])('fails %s that hears nothing, and opens another connection', async (_what, work) => {
    const error: unknown = await work().catch((thrown: unknown) => thrown);
    expect(isConnectionFailure(error)).toBe(true);
    expect(await database.queryOne('SELECT 1 AS one')).toEqual({ one: 1 });
  });

  it('waits for the statements and the commit of a long transaction, and limits the connection again after it', async () => {
    await database.queryUnprepared(
      `CREATE TABLE slow (n integer);
       CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS
         'BEGIN PERFORM pg_sleep(6); RETURN NULL; END';
       CREATE CONSTRAINT TRIGGER slow_commit AFTER INSERT ON slow DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION wait_at_commit()`,
      [],
    );
    await database.longTransaction(async (tx) => {
      await tx.query(silence(6));
      await tx.query('INSERT INTO slow VALUES (1)');
    });
    expect(await database.query('SELECT n FROM slow')).toEqual([{ n: 1 }]);
    await expect(database.query(silence(15))).rejects.toThrow('the server is silent');
  });
});
