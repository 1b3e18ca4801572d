import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { seedDemo } from '@app/persistence';
import pg from 'pg';
import { ensureDatabase, type RunningPostgres } from '../../../dev/devnet/postgres/postgres.js';
import { builtFile, PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { TestRun } from '../stack/test-run.js';
import { connectDatabase } from '../open-database.js';
import { DEMO_TEMPLATE, TEMPLATE } from '../test-database.js';

interface GlobalConfig {
  readonly testPathPatterns: {
    isSet(): boolean;
    toExecutor(options: { rootDir: string }): { isMatch(file: string): boolean };
  };
}

declare global {
  /** Folder and processes of this run; ended by the global teardown. */
  var presageTestRun: TestRun | undefined;
}

const TEST_FOLDERS = ['apps', 'dev', 'libs', 'contracts', 'test', 'migrations', 'tools'];

/** Creates the run's folder and, if a selected test needs it, a PostgreSQL with the template databases. */
export default async function globalSetup(config: GlobalConfig): Promise<void> {
  const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache', 'test-runs'), process.pid);
  globalThis.presageTestRun = run;
  process.env.TEST_RUN_FOLDER = run.folder;
  if (!needsDatabase(config)) return;
  try {
    await startDatabase(run);
  } catch (error) {
    await run.end();
    throw error;
  }
}

async function startDatabase(run: TestRun): Promise<void> {
  // Autovacuum would change the query plans that tests assert.
  const postgres = await run.startPostgres({ autovacuum: 'off' });
  await ensureDatabase(postgres.url('postgres'), TEMPLATE);
  await migrateTemplate(postgres.url(TEMPLATE).reveal());
  await createDemoTemplate(postgres);
  process.env.TEST_DATABASE_ADMIN_URL = postgres.url('postgres').reveal();
}

/** The roles of the processes get the administrator's password. */
async function migrateTemplate(databaseUrl: string): Promise<void> {
  const { password } = new URL(databaseUrl);
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    API_DATABASE_PASSWORD: password,
    WORKER_DATABASE_PASSWORD: password,
    WEBHOOKS_DATABASE_PASSWORD: password,
    OPS_DATABASE_PASSWORD: password,
  };
  const migrate = builtFile('apps/migrate/src/main.ts');
  await promisify(execFile)(process.execPath, ['--enable-source-maps', migrate], { env });
}

async function createDemoTemplate(postgres: RunningPostgres): Promise<void> {
  const admin = new pg.Client({ connectionString: postgres.url('postgres').reveal() });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${DEMO_TEMPLATE} TEMPLATE ${TEMPLATE}`).finally(() => admin.end());
  const { database, close } = await connectDatabase(postgres.url(DEMO_TEMPLATE).reveal(), 1);
  await seedDemo(database).finally(close);
}

/** Whether an integration, end-to-end or slow test is selected. */
function needsDatabase({ testPathPatterns }: GlobalConfig): boolean {
  const executor = testPathPatterns.isSet() ? testPathPatterns.toExecutor({ rootDir: PROJECT_ROOT }) : null;
  return TEST_FOLDERS.flatMap((folder) => filesUnder(path.join(PROJECT_ROOT, folder)))
    .filter((file) => /\.(int|e2e)-spec\.ts$/.test(file))
    .some((file) => executor === null || executor.isMatch(file));
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name));
}
