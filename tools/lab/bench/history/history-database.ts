import { inheritedEnvironment } from '@app/config';
import type { Database } from '@app/persistence';
import type { JobQueue } from '@app/queue';
import pg from 'pg';
import { ensureDatabase, type RunningPostgres, withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { connectDatabase } from '../../../../test/support/open-database.js';
import { migrateTestDatabase } from '../../../../test/support/stack/database-roles.js';
import type { TestRun } from '../../../../test/support/stack/test-run.js';
import { openQueue } from '../../../support/engine/engine-dependencies.js';
import { measureSeconds } from '../support/measure.js';
import { type CrowdSize, seedCrowd } from './seed-crowd.js';
import { type HistorySize, seedHistory } from './seed-history.js';
import { seedLive } from './seed-live.js';

/** A filled database. Its pool has one connection, whose pages are counted. */
export interface HistoryDatabase {
  readonly database: Database;
  readonly queue: JobQueue;
  close(): Promise<void>;
}

/** Filling takes most of the time. The bench vacuums itself, before each measurement. */
export const SERVER_SETTINGS = {
  shared_buffers: '1GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '4GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
} as const;

/** Creates a database with the ended executions, and with a crowd unless it is null. */
export async function fillDatabase(
  { run, postgres, name }: { run: TestRun; postgres: RunningPostgres; name: string },
  size: HistorySize,
  crowd: CrowdSize | null = null,
): Promise<void> {
  await ensureDatabase(postgres.url('postgres'), name);
  const databaseUrl = postgres.url(name);
  await migrateTestDatabase({ databaseUrl, inherited: inheritedEnvironment(), runFolder: run.runFolder });
  const seconds = await measureSeconds(async () => {
    await seedHistory(databaseUrl, size);
    if (crowd !== null) await seedCrowd(databaseUrl, crowd);
  });
  console.log(`${name}: ${size.executions} ended executions in ${seconds.toFixed(0)} s`);
}

/** Adds the live part and opens the database. */
export async function openFilled(postgres: RunningPostgres, name: string): Promise<HistoryDatabase> {
  const databaseUrl = postgres.url(name);
  let size = '';
  const seconds = await measureSeconds(() =>
    withClient(databaseUrl, async (client) => {
      await seedLive(client);
      size = await readSize(client);
    }),
  );
  console.log(`${name}: live part and vacuum in ${seconds.toFixed(0)} s, ${size}`);
  const connected = await connectDatabase(databaseUrl.reveal(), 1);
  const { queue, close: closeQueue } = await openQueue({ databaseUrl });
  const close = async (): Promise<void> => {
    await closeQueue();
    await connected.close();
  };
  return { database: connected.database, queue, close };
}

async function readSize(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  return rows[0]?.size ?? '';
}

/** Pages that the connection has read so far, in the cache or not, its triggers and functions included. */
export async function pagesRead({ database }: Pick<HistoryDatabase, 'database'>): Promise<number> {
  await database.query('SELECT pg_stat_force_next_flush()');
  const { pages } = await database.queryOneOrFail<{ pages: number }>(
    `SELECT (sum(hits) + sum(reads))::float8 AS pages FROM pg_stat_get_backend_io(pg_backend_pid())
     WHERE object = 'relation'`,
  );
  return pages;
}
