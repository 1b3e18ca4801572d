// Gives the run a folder and, when it holds tests that need one, a PostgreSQL with a migrated template database.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from '../tools/build/build.mjs';

const root = path.resolve(import.meta.dirname, '..');
const TEMPLATE = 'presage_template';
const TEST_FOLDERS = ['apps', 'libs', 'contracts', 'test', 'migrations'];

export default async function setUp(globalConfig) {
  await build();
  const { TestRun } = await import('../dist/tools/stack/test-run.js');
  const run = await TestRun.begin(path.join(root, '.cache', 'test-runs'), process.pid);
  globalThis.__PRESAGE_TEST_RUN__ = run;
  process.env.TEST_RUN_FOLDER = run.folder;
  if (!needsDatabase(globalConfig)) return;
  try {
    await startDatabase(run);
  } catch (error) {
    await run.end();
    throw error;
  }
}

async function startDatabase(run) {
  const { ensureDatabase } = await import('../dist/apps/devnet/src/postgres/postgres.js');
  // Its visits come when they come, and change the plans that tests look at.
  const postgres = await run.startPostgres({ autovacuum: 'off' });
  await ensureDatabase(postgres.url('postgres'), TEMPLATE);
  const migrate = path.join(root, 'dist/libs/persistence/src/migrate.js');
  if (existsSync(migrate)) {
    const env = { ...process.env, DATABASE_URL: postgres.url(TEMPLATE).reveal() };
    await promisify(execFile)(process.execPath, ['--enable-source-maps', migrate], { env });
  }
  process.env.TEST_DATABASE_ADMIN_URL = postgres.url('postgres').reveal();
}

/** Unit tests alone are spared the wait. */
function needsDatabase({ testPathPatterns }) {
  const matches = testPathPatterns.isSet() ? testPathPatterns.toExecutor({ rootDir: root }) : null;
  return TEST_FOLDERS.flatMap((folder) => filesUnder(path.join(root, folder)))
    .filter((file) => /\.(int|e2e)-spec\.ts$/.test(file))
    .some((file) => matches === null || matches.isMatch(file));
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name));
}
