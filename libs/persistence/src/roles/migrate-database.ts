import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { MigrateSettings } from '@app/config';
import { applyFunctions, MIGRATIONS } from '../../../../migrations/index.js';
import { createDataSource, MIGRATIONS_TABLE } from '../data-source.js';
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
 * Brings roles, schema, SQL functions and privileges up to date. Safe to repeat, and to run while processes serve.
 * @returns the number of migrations that were applied
 * @throws AdministratorNeededError when the user of DATABASE_URL may not create roles
 * @throws Error when the database has migrations that this version does not know
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
    await refuseOtherVersions(client);
    await migrateQueue(client);
    return await migrateSchema(settings, isDemo);
  } finally {
    await client.end();
  }
}

/** Functions and privileges of this version would not fit a schema that another one made. The message says what helps. */
async function refuseOtherVersions(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`SELECT WHERE to_regclass('public.${MIGRATIONS_TABLE}') IS NOT NULL`);
  if (tables.length === 0) return;
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM public.${MIGRATIONS_TABLE} WHERE name <> ALL ($1) ORDER BY id`,
    [MIGRATIONS.map(({ name }) => name)],
  );
  const [first] = rows;
  if (first === undefined) return;
  throw new Error(
    [
      `another version made this database: ${rows.length} of its migrations are unknown here, such as ${first.name}.`,
      'There is no upgrade from versions before 0.1.0. Schema and data were not changed.',
      '- For the local instance: npm run reset deletes its data, and npm start creates it anew.',
      '- For any other database: create a new one, and migrate that. The old one keeps its data.',
      '- If a newer version made it: run the migrations of that version.',
    ].join('\n'),
  );
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
    const applied = await dataSource.runMigrations();
    const database = new Database(dataSource);
    await database.transaction(async (tx) => {
      await applyFunctions(tx.manager);
      await applyGrants(tx);
    });
    if (isDemo) await seedDemo(database);
    return applied.length;
  } finally {
    await dataSource.destroy();
  }
}
