import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { MigrateSettings } from '@app/config';
import { createDataSource } from '../data-source.js';
import { Database } from '../database.js';
import { seedDemo } from '../seed-demo.js';
import { applyGrants } from './apply-grants.js';
import { prepareDatabase } from './prepare-database.js';
import { OWNER_ROLE } from './roles.js';

/** Key of the advisory lock that serialises migrations of processes that start together. */
const MIGRATION_LOCK = 7_267_243;
const LOCK_RETRY_DELAY_MS = 100;
const APPLICATION_NAME = 'presage-migrate';
/** No request waits for a migration, so a slow server gets more time than DATABASE_CONNECT_TIMEOUT_MS gives. */
const CONNECTION = { DATABASE_POOL_MAX: 2, DATABASE_CONNECT_TIMEOUT_MS: 60_000 } as const;

export interface DatabaseMigration {
  settings: MigrateSettings;
  /** Brings the queue's schema up to date on a connection of the owner role. */
  migrateQueue: (client: pg.Client) => Promise<void>;
  /** Whether to insert the demo data. */
  isDemo: boolean;
}

/**
 * Brings roles, schema and privileges up to date. Safe to repeat, and to run while processes serve.
 * @returns the number of migrations that were applied
 * @throws AdministratorNeededError when the user of DATABASE_URL may not create roles
 */
export async function migrateDatabase({ settings, migrateQueue, isDemo }: DatabaseMigration): Promise<number> {
  const client = new pg.Client({
    connectionString: settings.DATABASE_URL.reveal(),
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECTION.DATABASE_CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await lockMigrations(client);
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
    entities: [],
    onIdleError: () => undefined,
    role: OWNER_ROLE,
  }).initialize();
  try {
    const applied = await dataSource.runMigrations();
    const database = new Database(dataSource);
    await database.transaction(applyGrants);
    if (isDemo) await seedDemo(database);
    return applied.length;
  } finally {
    await dataSource.destroy();
  }
}
