import path from 'node:path';
import { parseArgs } from 'node:util';
import { DATABASE, ensureDatabase } from '../../apps/devnet/src/postgres/postgres.js';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';
import { openStack } from '../stack/open-stack.js';
import { TestRun } from '../stack/test-run.js';
import { formatCliError } from '../../apps/devnet/src/cli/format-cli-error.js';
import { describeReport, isClean, roll, ROLLING_SETTINGS } from './roll.js';

const EXIT_INTERRUPTED = 130;

class UsageError extends Error {}

/** `npm run rolling-restarts`: exit code 0 when no request was dropped and every accepted execution happened once. */
async function rollingRestarts(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: { times: { type: 'string', default: '100' } } });
  const times = Number(values.times);
  if (!Number.isSafeInteger(times) || times < 1) throw new UsageError('--times takes a whole number');
  const run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache', 'rolling-runs'), process.pid);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void run.end().finally(() => process.exit(EXIT_INTERRUPTED)));
  }
  try {
    const postgres = await run.startPostgres();
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    const stack = await openStack({
      ...{ run, databaseUrl: postgres.url(DATABASE), apis: 2, workers: 2, env: ROLLING_SETTINGS },
    });
    try {
      const report = await roll(stack, times, (line) => process.stderr.write(`${line}\n`));
      process.stdout.write(`${describeReport(report)}\n`);
      return isClean(report) ? 0 : 1;
    } finally {
      await stack.stop();
    }
  } finally {
    await run.end();
  }
}

rollingRestarts(process.argv.slice(2)).then(
  (exitCode) => process.exit(exitCode),
  (error: unknown) => {
    process.stderr.write(`rolling-restarts: ${formatCliError(error, (one) => one instanceof UsageError)}\n`);
    process.exit(2);
  },
);
