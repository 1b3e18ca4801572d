import { InvalidArgumentError } from 'commander';
import { createCommand, wholeNumber } from '../support/cli.js';
import { progressLog } from '../support/progress-log.js';
import { withTestRun } from '../support/with-test-run.js';
import { openFuzzStack } from './fuzz-stack.js';
import { fuzz } from './fuzz.js';
import { describeReport, type FuzzReport, isClean } from './report.js';

const RANDOM_SEEDS = 1_000_000;

interface Options {
  readonly seed?: number;
  readonly requests: number;
  readonly baseUrl?: string;
  readonly json: boolean;
}

const options = createCommand('fuzz', 'Sends generated and hostile requests to every route and checks every answer.')
  .option('--requests <n>', 'number of requests', wholeNumber(), 20_000)
  .option('--seed <n>', 'seed of the run; random by default', wholeNumber(0))
  .option('--base-url <url>', 'a running product; by default the tool starts one', parseBaseUrl)
  .option('--json', 'print the report as JSON', false)
  .parse()
  .opts<Options>();
const { requests, seed = Date.now() % RANDOM_SEEDS, baseUrl } = options;
const log = progressLog();
log(`fuzz with seed ${seed}: ${requests} requests`);
const report = baseUrl === undefined ? await fuzzOwnStack() : await fuzz({ baseUrl, seed, requests, log });
const clean = isClean(report);
console.log(options.json ? JSON.stringify({ ...report, clean }) : describeReport(report));
process.exit(clean ? 0 : 1);

function fuzzOwnStack(): Promise<FuzzReport> {
  return withTestRun('fuzz-runs', async (run) => {
    const stack = await openFuzzStack(run);
    try {
      log(`the product runs at ${stack.api.url}`);
      return await fuzz({ baseUrl: stack.api.url, seed, requests, stack, log });
    } finally {
      await stack.stop();
    }
  });
}

function parseBaseUrl(text: string): string {
  if (!/^http:\/\/[^/]+\/?$/.test(text)) throw new InvalidArgumentError('Expected http://host:port.');
  return text.replace(/\/$/, '');
}
