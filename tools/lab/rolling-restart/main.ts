import { createCommand, wholeNumber } from '../../support/cli.js';
import { withStack } from '../../support/with-stack.js';
import { describeReport, isClean, restartProcesses, ROLLING_SETTINGS } from './rolling-restart.js';

const { times } = createCommand('rolling-restarts', 'Replaces API and worker processes under load.')
  .option('--times <n>', 'number of restarts', wholeNumber(), 100)
  .parse()
  .opts<{ readonly times: number }>();
const report = await withStack((stack) => restartProcesses(stack, times, (line) => console.error(line)), {
  apis: 2,
  workers: 2,
  env: ROLLING_SETTINGS,
});
console.log(describeReport(report));
process.exit(isClean(report) ? 0 : 1);
