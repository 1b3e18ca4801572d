import fc from 'fast-check';
import { ACCOUNTS } from '../testing/anvil.js';
import { Coverage, GasReport } from '../testing/gas-report.js';
import { Stage } from '../testing/stage.js';
import { story } from '../testing/steps.js';
import { StoryRun } from '../testing/story-run.js';

interface FuzzOptions {
  sequences: number;
  seed: number;
  report: boolean;
}

declare global {
  /** Set by `npm run contracts:fuzz`. */
  var contractsFuzz: Partial<FuzzOptions> | undefined;
}

/** The same stories every time, which have all that is asked for below; `npm run contracts:fuzz` tells others. */
const options: FuzzOptions = {
  sequences: 100,
  seed: 20_261_121,
  report: false,
  ...globalThis.contractsFuzz,
};
const MS_PER_SEQUENCE = 5_000;
const FUNDS = 2n ** 200n;
const FUNCTIONS = [
  'createMarket',
  'buyYes',
  'buyNo',
  'closeMarket',
  'resolve',
  'claimPayout',
  'cancelMarket',
  'claimRefund',
];

/** Mining slows down as a chain grows, so the stories move to a new one from time to time. */
const STORIES_PER_CHAIN = 20;

describe('the contracts and their model', () => {
  let stage: Stage | undefined;
  afterAll(() => stage?.stop());

  async function stageFor(story: number): Promise<Stage> {
    if (stage !== undefined && story % STORIES_PER_CHAIN !== 0) return stage;
    await stage?.stop();
    stage = await Stage.set();
    for (const account of ACCOUNTS) await stage.mint(account, FUNDS);
    return stage;
  }

  it(
    `agree on ${options.sequences} random stories, seed ${options.seed}`,
    async () => {
      const gas = new GasReport();
      const coverage = new Coverage();
      let told = 0;
      const agree = fc.asyncProperty(story, async (each) => {
        const run = new StoryRun(await stageFor(told), `story-${told}`, { gas, coverage });
        told += 1;
        await run.tell(each);
      });
      await fc.assert(agree, { numRuns: options.sequences, seed: options.seed });
      if (options.report) process.stdout.write(`\n${coverage.toString()}\n\n${gas.toString()}\n\n`);
      const calls = FUNCTIONS.flatMap((name) => [`${name} (direct)`, `${name} (once)`]);
      expect(calls.filter((name) => !gas.has(name))).toEqual([]);
    },
    options.sequences * MS_PER_SEQUENCE,
  );
});
