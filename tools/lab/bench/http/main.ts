import 'reflect-metadata';
import { createCommand, listOf, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { tableOf } from '../support/report.js';
import { openBenchDatabase } from './bench-servers.js';
import { benchKeys, benchProcesses, benchScenarios, profileScenarios } from './run-bench.js';
import { SCENARIO_NAMES } from './scenarios.js';

interface Options {
  readonly only: readonly string[];
  readonly rounds: number;
  readonly durationMs: number;
  readonly profile?: boolean;
}

const MIN_DURATION_MS = 100;
const KEYS = 'keys';
const PROCESSES = 'processes';
const NAMES = [...SCENARIO_NAMES, KEYS, PROCESSES];

const options = createCommand('bench:http', 'Measures the API beside Fastify and pg without the product.')
  .option('--only <list>', `some of ${NAMES.join(', ')}`, listOf(NAMES), NAMES)
  .option('--rounds <n>', 'measurements per figure', wholeNumber(), 7)
  .option('--duration-ms <n>', 'duration of a measurement', wholeNumber(MIN_DURATION_MS), 2_000)
  .option('--profile', 'print the CPU time by package and function instead')
  .parse()
  .opts<Options>();
const names = SCENARIO_NAMES.filter((name) => options.only.includes(name));
await withTestRun('bench-runs', async (run) => {
  const database = await openBenchDatabase(run);
  if (options.profile === true) return profileScenarios(database, names, options.durationMs);
  const figures = names.length === 0 ? [] : await benchScenarios(database, names, options);
  if (options.only.includes(KEYS)) figures.push(await benchKeys(database, options));
  if (options.only.includes(PROCESSES)) figures.push(await benchProcesses(database, options));
  console.table(tableOf(figures));
});
process.exit();
