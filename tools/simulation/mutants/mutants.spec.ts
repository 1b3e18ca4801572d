import { simulateMany } from '../many-runs.js';
import { MUTANTS } from './mutants.js';

/** Many times the number that the slowest mutant needs. */
const SEEDS = 3_000;

describe('simulation detects the mutant', () => {
  it.each(Object.entries(MUTANTS))('%s', async (_name, parts) => {
    const { failed } = await simulateMany({ fromSeed: 1, seeds: SEEDS, stopAfterFailures: 1, parts });
    expect(failed).toHaveLength(1);
  });
});
