import { progressLog } from '../../support/progress-log.js';
import { withTestRun } from '../../support/with-test-run.js';
import { parseOptions } from './options.js';
import { type ChaosReport, describeReport, isClean } from './report.js';
import { runChaos } from './run-chaos.js';

const options = parseOptions();
const log = progressLog();
log(`chaos with seed ${options.seed}`);
const report = await withTestRun<ChaosReport>(
  'chaos-runs',
  (run) => runChaos(options, run, log),
  (result) => !isClean(result),
);
const clean = isClean(report);
console.log(options.json ? JSON.stringify({ ...report, clean }) : describeReport(report));
process.exit(clean ? 0 : 1);
