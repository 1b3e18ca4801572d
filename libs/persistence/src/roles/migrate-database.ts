import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { MigrationExecutor } from 'typeorm';
import { requireVersion } from '@app/common';
import type { MigrateSettings } from '@app/config';
import { applyFunctions, MIGRATIONS } from '../../../../migrations/index.js';
import { createDataSource, MIGRATIONS_TABLE } from '../data-source.js';
import { Database, sqlState } from '../database.js';
import { isNewer, OWN_SCHEMA, readSchemaVersion, RECORD_SCHEMA_SQL, type SchemaVersion } from '../schema-version.js';
import { seedDemo } from '../seed-demo.js';
import { applyGrants } from './apply-grants.js';
import { prepareDatabase } from './prepare-database.js';
import { OWNER_ROLE } from './roles.js';

/** Key of the advisory lock that serialises migrations of processes that start together. */
const MIGRATION_LOCK = 7_267_243;
const LOCK_RETRY_DELAY_MS = 100;
/** A deadlock, and a lock that a migration did not get in time. Its transaction is rolled back. */
const LOCK_FAILURES: readonly (string | null)[] = ['40P01', '55P03'];
const LOCKED_RETRY_DELAY_MS = 2_000;
const MAX_LOCKED_MS = 600_000;
const APPLICATION_NAME = 'presage-migrate';
/** No request waits for a migration, so a slow server gets more time than DATABASE_CONNECT_TIMEOUT_MS gives. */
const CONNECTION = { DATABASE_POOL_MAX: 2, DATABASE_CONNECT_TIMEOUT_MS: 60_000 } as const;

export interface DatabaseMigration {
  settings: MigrateSettings;
  /** Brings the queue's schema up to date on a connection of the owner role. */
  migrateQueue: (client: pg.Client) => Promise<void>;
  isDemo: boolean;
}

/**
 * Brings roles, schema, SQL functions and privileges up to date. Safe to repeat, and to run while processes serve.
 * @returns the number of migrations that were applied
 * @throws AdministratorNeededError when the user of DATABASE_URL may not create roles
 * @throws StartRefusedError when the server is too old
 * @throws Error when a newer version has migrated the database, or one before 0.1.0, which has no upgrade. Nothing is changed
 */
export async function migrateDatabase({ settings, migrateQueue, isDemo }: DatabaseMigration): Promise<number> {
  const client = new pg.Client({
    connectionString: settings.DATABASE_URL.reveal(),
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECTION.DATABASE_CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await requireServer(client);
    await lockMigrations(client);
    await refuseOtherSchema(client);
    await prepareDatabase(client, {
      api: settings.API_DATABASE_PASSWORD,
      worker: settings.WORKER_DATABASE_PASSWORD,
      webhooks: settings.WEBHOOKS_DATABASE_PASSWORD,
      ops: settings.OPS_DATABASE_PASSWORD,
    });
    await client.query(`SET ROLE ${OWNER_ROLE}`);
    await migrateQueue(client);
    return await migrateSchema(settings, isDemo);
  } finally {
    await client.end();
  }
}

/** SQL_ASCII, the encoding of a server that was set up without a locale, knows no characters beyond ASCII. */
async function requireServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    'SELECT version(), getdatabaseencoding() AS encoding',
  );
  requireVersion('PostgreSQL', rows[0]?.version ?? '');
  if (rows[0]?.encoding === 'UTF8') return;
  throw new Error(`the database has the encoding ${rows[0]?.encoding}, and Presage needs UTF8.`);
}

/** Refuses a database that a newer or another line of versions has migrated: its schema may not fit. */
async function refuseOtherSchema(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`SELECT WHERE to_regclass('public.${MIGRATIONS_TABLE}') IS NOT NULL`);
  if (tables.length === 0) return;
  const { rows: unknown } = await client.query<{ name: string; isOlder: boolean }>(
    `SELECT name, "timestamp" < $2::bigint AS "isOlder" FROM public.${MIGRATIONS_TABLE} WHERE name <> ALL ($1) ORDER BY id`,
    [MIGRATIONS.map(({ name }) => name), OWN_SCHEMA.migration],
  );
  const older = unknown.find(({ isOlder }) => isOlder);
  if (older !== undefined) throw new Error(describeOlder(older.name));
  const schema = await readSchemaVersion(async (sql) => (await client.query<{ comment: string | null }>(sql)).rows);
  if (unknown.length > 0 || (schema !== null && isNewer(schema.version, OWN_SCHEMA.version))) {
    throw new Error(describeNewer(schema, unknown.at(-1)?.name));
  }
}

function describeOlder(migration: string): string {
  return [
    `a version before 0.1.0 made this database: its migration ${migration} is unknown here, and there is no upgrade.`,
    'The database was not changed.',
    '- For the local instance: npm run reset deletes its data, and npm start creates it again.',
    '- For any other database: create a new one, and migrate that. The old one keeps its data.',
  ].join('\n');
}

function describeNewer(schema: SchemaVersion | null, migration: string | undefined): string {
  const { version: own } = OWN_SCHEMA;
  const { version, serves } = schema ?? { version: 'unknown', serves: own };
  return [
    `the schema of the database has version ${version}, which is newer than this program, ${own}.`,
    ...(migration === undefined ? [] : [`Its migration ${migration} is unknown here.`]),
    'The database was not changed.',
    isNewer(serves, own)
      ? `- To go back to ${own}, restore a backup of it: this schema serves programs from ${serves} on.`
      : `- To roll back, start the processes of ${own} without its migrations: this schema serves programs from ${serves} on.`,
    '- For the local instance: start the newer version, or delete its data with npm run reset.',
  ].join('\n');
}

/**
 * Waits for other migrations. The lock is held until the connection closes. It is tried again and again, because a statement
 * that waits would hold a snapshot, for which an index that is built concurrently waits in turn.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked === true) return;
    await delay(LOCK_RETRY_DELAY_MS);
  }
}

async function migrateSchema(settings: MigrateSettings, isDemo: boolean): Promise<number> {
  const dataSource = await createDataSource({
    settings: { ...settings, ...CONNECTION },
    applicationName: APPLICATION_NAME,
    onIdleError: () => undefined,
    role: OWNER_ROLE,
  }).initialize();
  try {
    const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
    const database = new Database(dataSource);
    await repeatWhileLocked(async () => {
      await dataSource.runMigrations();
      await database.transaction(async (tx) => {
        await applyFunctions(tx.manager);
        await applyGrants(tx);
        await tx.manager.query(RECORD_SCHEMA_SQL);
      });
    });
    if (isDemo) await seedDemo(database);
    return pending.length;
  } finally {
    await dataSource.destroy();
  }
}

/** Repeats work while transactions of processes hold its tables. Requests go on in between. */
async function repeatWhileLocked(work: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!LOCK_FAILURES.includes(sqlState(error))) throw error;
      if (performance.now() - startedMs > MAX_LOCKED_MS) {
        throw new Error('a transaction holds a table for ten minutes: end it (pg_stat_activity), then repeat this', {
          cause: error,
        });
      }
    }
    await delay(LOCKED_RETRY_DELAY_MS);
  }
}
