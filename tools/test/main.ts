import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';
import { findPython } from '../../test/support/python.js';
import { findRedis } from '../../test/support/redis.js';
import { clearAbandonedRuns } from '../../test/support/stack/test-run.js';
import { runJest } from '../support/jest.js';
import { at } from '../support/json.js';

/** Variables that change what OpenTelemetry, pg, terminal colours and Node's proxy support do. */
const FOREIGN_VARIABLE = /^(OTEL_\w+|PG[A-Z]+|FORCE_COLOR|NODE_USE_ENV_PROXY)$/;
/** Files whose tests all start Redis servers. Jest fails for a file without tests. */
const NEEDS_REDIS_SERVER = 'slow/redis-failover';
/** Folder of the tests of packages/python. */
const NEEDS_PYTHON = 'packages/python/';
const RESULTS_FILE = path.join(PROJECT_ROOT, '.cache', `test-results-${process.pid}.json`);

/** `npm test [-- Jest arguments]` runs Jest and ends the processes that interrupted runs left behind. */
async function test(args: readonly string[]): Promise<number> {
  const env = await testEnvironment();
  const hasRedis = findRedis() !== null;
  if (!env.TEST_REDIS_URL && !hasRedis) {
    console.log('[test] no Redis (redis-server on the PATH, or TEST_REDIS_URL): the tests of its queue are left out');
  }
  const hasPython = findPython() !== null;
  if (!hasPython) console.log('[test] no Python 3.10 or newer on the PATH: the tests of packages/python are left out');
  mkdirSync(path.dirname(RESULTS_FILE), { recursive: true });
  const missing = [...(hasRedis ? [] : [NEEDS_REDIS_SERVER]), ...(hasPython ? [] : [NEEDS_PYTHON])];
  const leftOut = missing.map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  const exitCode = await runJest([...leftOut, '--json', `--outputFile=${RESULTS_FILE}`, ...args], env);
  await clearAbandonedRuns(path.join(PROJECT_ROOT, '.cache', 'test-runs'));
  printCounts();
  return exitCode;
}

/** The environment without the settings of the product: tests set their own. */
async function testEnvironment(): Promise<NodeJS.ProcessEnv> {
  const settings = await settingNames();
  const kept = Object.entries(process.env).filter(([name]) => !settings.has(name) && !FOREIGN_VARIABLE.test(name));
  return Object.fromEntries(kept);
}

/** Reads the names from every `*_FIELDS` table of libs/config, so that a new table is included. */
async function settingNames(): Promise<Set<string>> {
  const folder = path.join(PROJECT_ROOT, 'dist/libs/config/src');
  const files = readdirSync(folder).filter((file) => file.endsWith('.settings.js'));
  const names = new Set<string>();
  for (const file of files) {
    const exported: unknown = await import(pathToFileURL(path.join(folder, file)).href);
    const tables = entriesOf(exported).filter(([name]) => name.endsWith('_FIELDS'));
    for (const [name] of tables.flatMap(([, fields]) => entriesOf(fields))) names.add(name);
  }
  return names;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function printCounts(): void {
  if (!existsSync(RESULTS_FILE)) return;
  const results: unknown = JSON.parse(readFileSync(RESULTS_FILE, 'utf8'));
  rmSync(RESULTS_FILE);
  const passed = at(results, 'numPassedTests');
  const failed = at(results, 'numFailedTests');
  if (typeof passed !== 'number' || typeof failed !== 'number') return; // Jest only listed tests or printed help
  console.log(`${passed} passed, ${failed} failed`);
}

process.exitCode = await test(process.argv.slice(2));
