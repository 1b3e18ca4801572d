import { randomInt } from 'node:crypto';
import { createCommand, wholeNumber } from '../support/cli.js';
import { runJest } from '../support/jest.js';

interface Options {
  readonly sequences: number;
  readonly seed: number;
}

/** Runs random sequences of calls on the contracts and on their model, and prints coverage and gas. */
await createCommand('contracts-fuzz', 'Compares the contracts with their model over random sequences of calls.')
  .option('--sequences <count>', 'number of sequences', wholeNumber(), 2000)
  .option('--seed <number>', 'seed of the first sequence; random when absent', wholeNumber(0), randomInt(2 ** 31))
  .action(async (options: Options) => {
    process.exitCode = await runJest([
      '--config=contracts/jest.config.mjs',
      '--verbose',
      `--globals=${JSON.stringify({ contractsFuzz: { ...options, report: true } })}`,
      'contracts/test/invariants.int-spec.ts',
    ]);
  })
  .parseAsync();
