import 'reflect-metadata';
import { availableParallelism, loadavg } from 'node:os';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { openBenchDatabase } from '../http/bench-servers.js';
import { tableOf } from '../support/report.js';
import { benchStreams, type StreamsOptions } from './streams.js';

const options = createCommand('bench:streams', 'Measures open event streams of one API process.')
  .option('--streams <n>', 'open streams', wholeNumber(), 10_000)
  .option('--events-per-second <n>', 'events in all logs', wholeNumber(), 200)
  .option('--seconds <n>', 'duration of the measurement', wholeNumber(), 60)
  .parse()
  .opts<StreamsOptions>();
const figures = await withTestRun('bench-runs', async (run) => benchStreams(await openBenchDatabase(run), options));
console.log(`[bench] ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)} at the end`);
console.table(tableOf(figures));
process.exit();
