import { InvalidArgumentError } from 'commander';
import { createCommand, listOf, wholeNumber } from '../../support/cli.js';
import { progressLog } from '../../support/progress-log.js';
import { withTestRun } from '../../support/with-test-run.js';
import { openFuzzStack } from './fuzz-stack.js';
import { fuzz } from './fuzz.js';
import { FUZZ_MODES, type FuzzMode } from './fuzz-modes.js';
import { describeReport, type FuzzReport, isClean } from './report.js';

const RANDOM_SEEDS = 1_000_000;

interface Options {
  readonly seed?: number;
  readonly requests: number;
  readonly baseUrl?: string;
  readonly modes: readonly FuzzMode[];
  readonly json: boolean;
}

const options = createCommand('fuzz', 'Sends generated and hostile requests to every route and checks every answer.')
  .option('--requests <n>', 'number of requests, in all modes together', wholeNumber(), 20_000)
  .option('--modes <list>', `some of ${FUZZ_MODES.join(', ')}`, listOf(FUZZ_MODES), [...FUZZ_MODES])
  .option('--seed <n>', 'seed of the run; random by default', wholeNumber(0))
  .option(
    '--base-url <url>',
    'a running product in the mode open; by default the tool starts one per mode',
    parseBaseUrl,
  )
  .option('--json', 'print the report as JSON', false)
  .parse()
  .opts<Options>();
const { requests: total, seed = Date.now() % RANDOM_SEEDS, baseUrl } = options;
const modes: readonly FuzzMode[] = baseUrl === undefined ? options.modes : ['open'];
const requests = Math.ceil(total / modes.length);
const log = progressLog();
log(`fuzz with seed ${seed}: ${requests} requests in each of ${modes.join(', ')}`);
const reports: FuzzReport[] = [];
for (const mode of modes) {
  reports.push(baseUrl === undefined ? await fuzzOwnStack(mode) : await fuzz({ baseUrl, mode, seed, requests, log }));
}
const clean = reports.every(isClean);
console.log(options.json ? JSON.stringify({ reports, clean }) : reports.map(describeReport).join('\n'));
process.exit(clean ? 0 : 1);

function fuzzOwnStack(mode: FuzzMode): Promise<FuzzReport> {
  return withTestRun('fuzz-runs', async (run) => {
    const stack = await openFuzzStack(run, mode);
    try {
      log(`the product runs at ${stack.api.url} in mode ${mode}`);
      return await fuzz({ baseUrl: stack.api.url, mode, seed, requests, stack, log });
    } finally {
      await stack.stop();
    }
  });
}

function parseBaseUrl(text: string): string {
  if (!/^http:\/\/[^/]+\/?$/.test(text)) throw new InvalidArgumentError('Expected http://host:port.');
  return text.replace(/\/$/, '');
}
