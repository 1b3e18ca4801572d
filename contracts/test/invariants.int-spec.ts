import fc from 'fast-check';
import { ACCOUNTS } from '../testing/anvil.js';
import { Coverage, GasReport } from '../testing/gas-report.js';
import { ContractFixture } from '../testing/fixture.js';
import { workload } from '../testing/workload.js';
import { WorkloadRun } from '../testing/workload-run.js';
// In this file, because loading the modules takes longer than the suite.
import './reorganisation.int-spec.js';

interface FuzzOptions {
  sequences: number;
  seed: number;
  report: boolean;
}

declare global {
  /** Set by `npm run lab -- contracts-fuzz`. */
  var contractsFuzz: Partial<FuzzOptions> | undefined;
}

/** A few workloads that cover every function. `npm run lab -- contracts-fuzz` runs more, with other seeds. */
const options: FuzzOptions = {
  sequences: 12,
  seed: 3,
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

/** Mining slows down as a chain grows, so the run starts a new chain after this many workloads. */
const WORKLOADS_PER_CHAIN = 20;

describe('contracts and reference model', () => {
  let fixture: ContractFixture | undefined;
  afterAll(() => fixture?.stop());

  async function fixtureFor(index: number): Promise<ContractFixture> {
    if (fixture !== undefined && index % WORKLOADS_PER_CHAIN !== 0) return fixture;
    await fixture?.stop();
    fixture = await ContractFixture.start();
    for (const account of ACCOUNTS) await fixture.mint(account, FUNDS);
    return fixture;
  }

  it(
    `agree on ${options.sequences} random workloads (seed ${options.seed})`,
    async () => {
      const gas = new GasReport();
      const coverage = new Coverage();
      let index = 0;
      const agree = fc.asyncProperty(workload, async (each) => {
        const run = new WorkloadRun(await fixtureFor(index), `workload-${index}`, { gas, coverage });
        index += 1;
        await run.run(each);
      });
      await fc.assert(agree, { numRuns: options.sequences, seed: options.seed });
      if (options.report) process.stdout.write(`\n${coverage.toString()}\n\n${gas.toString()}\n\n`);
      const calls = FUNCTIONS.flatMap((name) => [`${name} (direct)`, `${name} (once)`]);
      expect(calls.filter((name) => !gas.has(name))).toEqual([]);
      expect(coverage.outcomes).toContain('PayoutBelowMinimum');
    },
    options.sequences * MS_PER_SEQUENCE,
  );
});
