// npm test: builds, runs Jest with the arguments that were given, and ends what a cut-off run left behind.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';

const root = path.resolve(import.meta.dirname, '..');
const results = path.join(root, '.cache', `test-results-${process.pid}.json`);
/** Read by the tracing, by PostgreSQL's client, by whatever prints, and by Node of the version after. */
const OF_OTHERS = /^(OTEL_\w+|PG[A-Z]+|FORCE_COLOR|NODE_USE_ENV_PROXY)$/;

await build();
mkdirSync(path.dirname(results), { recursive: true });
const { findRedis } = await import('../dist/tools/stack/redis.js');
if (!process.env.TEST_REDIS_URL && findRedis() === null) {
  console.log(
    '[test] no Redis here (redis-server on the PATH, or TEST_REDIS_URL): left out are the tests of that queue',
  );
}
const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'node_modules/jest/bin/jest.js'),
    '--json',
    `--outputFile=${results}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: await withoutSettings() },
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, (name) => jest.kill(name));
const exitCode = await new Promise((resolve) => jest.once('exit', (code) => resolve(code ?? 1)));

await endAbandonedRuns();
if (existsSync(results)) {
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(results, 'utf8'));
  rmSync(results);
  if (numPassedTests !== undefined) console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
}
process.exitCode = exitCode;

/** What the product reads from the environment is the tests' business alone, whatever this machine is set up with. */
async function withoutSettings() {
  const folder = path.join(root, 'dist/libs/config/src');
  const files = readdirSync(folder).filter((file) => file.endsWith('.settings.js'));
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(path.join(folder, file)).href)));
  const tables = modules.flatMap(Object.entries).filter(([name]) => name.endsWith('_FIELDS'));
  const ours = new Set(tables.flatMap(([, fields]) => Object.keys(fields)));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.has(name) && !OF_OTHERS.test(name)));
}

/** A run that a signal ended has had no time to stop its PostgreSQL. */
async function endAbandonedRuns() {
  const { clearAbandonedRuns } = await import('../dist/tools/stack/test-run.js');
  await clearAbandonedRuns(path.join(root, '.cache', 'test-runs'));
}
