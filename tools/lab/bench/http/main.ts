import 'reflect-metadata';
import { createCommand, parseList, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { openBenchDatabase } from './bench-servers.js';
import { benchScenarios } from './run-bench.js';
import { SCENARIO_NAMES, type ScenarioName } from './scenarios.js';

interface Options {
  readonly only: readonly ScenarioName[];
  readonly rounds: number;
  readonly durationMs: number;
}

const MIN_DURATION_MS = 100;

const options = createCommand('bench http', 'Measures the API beside Fastify and pg without the product.')
  .option('--only <list>', `some of ${SCENARIO_NAMES.join(', ')}`, parseList(SCENARIO_NAMES), SCENARIO_NAMES)
  .option('--rounds <n>', 'measurements per figure', wholeNumber(), 7)
  .option('--duration-ms <n>', 'duration of a measurement', wholeNumber(MIN_DURATION_MS), 2_000)
  .parse()
  .opts<Options>();
await withTestRun('bench-runs', async (run) => {
  const database = await openBenchDatabase(run);
  console.table(await benchScenarios(database, options.only, options));
});
process.exit();
