import { InvalidArgumentError } from 'commander';
import { createCommand, parseList, wholeNumber } from '../../support/cli.js';
import { progressLog } from '../../support/progress-log.js';
import { withStack } from '../../support/with-stack.js';
import { fuzzEnvironment } from './fuzz-stack.js';
import { fuzz } from './fuzz.js';
import { FUZZ_MODES, type FuzzMode } from './fuzz-modes.js';
import { describeReport, type FuzzReport, isClean } from './report.js';

const RANDOM_SEEDS = 1_000_000;

interface Options {
  readonly seed?: number;
  readonly requests: number;
  readonly baseUrl?: string;
  readonly modes: readonly FuzzMode[];
}

const options = createCommand('fuzz', 'Sends generated and hostile requests to every route and checks every answer.')
  .option('--requests <n>', 'number of requests, in all modes together', wholeNumber(), 20_000)
  .option('--modes <list>', `some of ${FUZZ_MODES.join(', ')}`, parseList(FUZZ_MODES), [...FUZZ_MODES])
  .option('--seed <n>', 'seed of the run; random by default', wholeNumber(0))
  .option(
    '--base-url <url>',
    'a running product in the mode open; by default the tool starts one per mode',
    parseBaseUrl,
  )
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
console.log(reports.map(describeReport).join('\n'));
process.exit(reports.every(isClean) ? 0 : 1);

function fuzzOwnStack(mode: FuzzMode): Promise<FuzzReport> {
  return withStack(
    (stack) => {
      log(`the product runs at ${stack.api.url} in mode ${mode}`);
      return fuzz({ baseUrl: stack.api.url, mode, seed, requests, stack, log });
    },
    { env: fuzzEnvironment(mode) },
  );
}

function parseBaseUrl(text: string): string {
  if (!/^http:\/\/[^/]+\/?$/.test(text)) throw new InvalidArgumentError('Expected http://host:port.');
  return text.replace(/\/$/, '');
}
