import { DATABASE, ensureDatabase } from '../../../dev/devnet/postgres/postgres.js';
import { openStack } from '../../../dev/stack/open-stack.js';
import type { TestRun } from '../../../dev/stack/test-run.js';
import { createCommand, wholeNumber } from '../../support/cli.js';
import { withTestRun } from '../../support/with-test-run.js';
import { describeReport, isClean, restartProcesses, ROLLING_SETTINGS, type RollingReport } from './rolling-restart.js';

interface Options {
  readonly times: number;
}

const { times } = createCommand('rolling-restarts', 'Replaces API and worker processes under load.')
  .option('--times <n>', 'number of restarts', wholeNumber(), 100)
  .parse()
  .opts<Options>();
const report = await withTestRun('rolling-runs', restartUnderLoad);
console.log(describeReport(report));
process.exit(isClean(report) ? 0 : 1);

async function restartUnderLoad(run: TestRun): Promise<RollingReport> {
  const postgres = await run.startPostgres();
  await ensureDatabase(postgres.url('postgres'), DATABASE);
  const databaseUrl = postgres.url(DATABASE);
  const stack = await openStack({ run, databaseUrl, apis: 2, workers: 2, env: ROLLING_SETTINGS });
  try {
    return await restartProcesses(stack, times, (line) => console.error(line));
  } finally {
    await stack.stop();
  }
}
