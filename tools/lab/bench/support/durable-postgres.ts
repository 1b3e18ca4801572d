import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import {
  ensureDatabase,
  type RunningPostgres,
  startPostgres,
  withClient,
} from '../../../../dev/devnet/postgres/postgres.js';
import { findFreePort } from '../../../../dev/devnet/processes/ports.js';
import { migrateTestDatabase } from '../../../../dev/stack/database-roles.js';
import type { TestRun } from '../../../../dev/stack/test-run.js';

/** Starts a PostgreSQL whose commits wait for the disk, as in production, with one migrated database. */
export async function startDurablePostgres(
  { folder, runFolder }: TestRun,
  database: string,
  settings: Readonly<Record<string, string>>,
): Promise<RunningPostgres> {
  const postgres = await startPostgres({
    settings,
    dataDir: path.join(folder, 'postgres'),
    port: await findFreePort(),
    password: new Secret(randomBytes(16).toString('hex')),
    logFile: path.join(folder, 'postgres.log'),
    runFolder,
    durable: true,
  });
  await ensureDatabase(postgres.url('postgres'), database);
  await withClient(postgres.url(database), (client) => client.query('CREATE EXTENSION pg_stat_statements'));
  await migrateTestDatabase({ databaseUrl: postgres.url(database), inherited: inheritedEnvironment(), runFolder });
  return postgres;
}
