import 'reflect-metadata';
import { createCommand, wholeNumber } from '../../../support/cli.js';
import { withTestRun } from '../../../support/with-test-run.js';
import { openBenchDatabase } from '../http/bench-servers.js';
import { benchOverload } from './overload.js';

const { seconds } = createCommand(
  'bench:overload',
  'Fails unless an overloaded API keeps its goodput and its liveness.',
)
  .option('--seconds <n>', 'duration of the overload', wholeNumber(), 60)
  .parse()
  .opts<{ readonly seconds: number }>();
const isMet = await withTestRun('bench-runs', async (run) => benchOverload(await openBenchDatabase(run), seconds));
process.exit(isMet ? 0 : 1);
