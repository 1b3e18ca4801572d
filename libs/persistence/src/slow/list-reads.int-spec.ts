import { ensureDatabase, withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { ReplicatedPostgres } from '../../../../test/e2e/support/replicated-postgres.js';
import { connectDatabase, type ConnectedDatabase } from '../../../../test/support/open-database.js';
import { testRun } from '../../../../test/support/test-run.js';
import type { Database } from '../database.js';
import { ListReads, type ListReplica } from '../list-reads.js';

const DATABASE = 'lists';
const IS_REPLICA_SQL = 'SELECT pg_is_in_recovery() AS "isReplica"';

describe('lists beside a streaming replica', () => {
  let postgres: ReplicatedPostgres;
  let primary: ConnectedDatabase;
  let reads: ListReads;

  beforeAll(async () => {
    postgres = await ReplicatedPostgres.start(testRun());
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    primary = await connectDatabase(postgres.url(DATABASE).reveal());
    await primary.database.query('CREATE TABLE notes (n integer)');
    await postgres.addStandby();
    await postgres.replicated();
  });
  afterAll(async () => {
    await primary?.close();
    await postgres?.stop();
  });
  beforeEach(() => {
    reads = new ListReads(primary.database, replica());
  });
  afterEach(() => reads.close());

  function replica(): ListReplica {
    let connected: ConnectedDatabase | null = null;
    return {
      connect: async () => {
        connected = await connectDatabase(postgres.standbyUrl(DATABASE).reveal());
        return connected.database;
      },
      close: async () => connected?.close(),
    };
  }

  /** Writes a note, and lists all notes. */
  async function writeAndList(): Promise<{ count: number; wrote: number; isReplica: boolean }> {
    const { wrote } = await primary.database.queryOneOrFail<{ wrote: number }>(
      'INSERT INTO notes SELECT count(*) + 1 FROM notes RETURNING n AS wrote',
    );
    return reads.read(async (database: Database) => {
      const { count } = await database.queryOneOrFail<{ count: number }>('SELECT count(*)::int AS count FROM notes');
      return { count, wrote, ...(await database.queryOneOrFail<{ isReplica: boolean }>(IS_REPLICA_SQL)) };
    });
  }

  it('show every write that precedes them, mostly from the replica', async () => {
    const results = [];
    for (let round = 0; round < 50; round += 1) results.push(await writeAndList());
    expect(results.filter(({ count, wrote }) => count !== wrote)).toEqual([]);
    expect(results.some(({ isReplica }) => isReplica)).toBe(true);
  });

  it('come from the primary while the replica does not replay', async () => {
    const onStandby = (statement: string) =>
      withClient(postgres.standbyUrl(DATABASE), (client) => client.query(statement));
    await onStandby('SELECT pg_wal_replay_pause()');
    const { count, wrote, isReplica } = await writeAndList();
    await onStandby('SELECT pg_wal_replay_resume()');
    expect({ count, isReplica }).toEqual({ count: wrote, isReplica: false });
  });

  it('come from the primary when the replica refuses the statement', async () => {
    const write = reads.read((database) =>
      database.query('INSERT INTO notes SELECT count(*) + 1 FROM notes RETURNING n'),
    );
    await expect(write).resolves.toHaveLength(1);
  });

  it('come from the primary after the replica has died', async () => {
    await reads.read((database) => database.query(IS_REPLICA_SQL));
    await postgres.loseStandby();
    const { count, wrote, isReplica } = await writeAndList();
    expect({ count, isReplica }).toEqual({ count: wrote, isReplica: false });
  });
});

describe('lists beside an address without a replica', () => {
  it('come from the primary', async () => {
    const answer = [{ n: 1 }];
    const primary = { query: () => Promise.resolve(answer) } as unknown as Database;
    const connect = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    const reads = new ListReads(primary, { connect, close: () => Promise.resolve() });
    await expect(reads.read((database) => database.query('SELECT 1'))).resolves.toBe(answer);
  });
});
