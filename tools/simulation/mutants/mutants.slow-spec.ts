import { simulateMany } from '../many-runs.js';
import { MUTANTS, RARE_MUTANTS } from './mutants.js';

/** Ten times the number of seeds that the slowest of these mutants needs. */
const MAX_SEEDS = 3_000;

describe('simulation detects after many seeds the mutant', () => {
  it.each([...RARE_MUTANTS])('%s', async (name) => {
    const parts = MUTANTS[name] ?? {};
    const { failed } = await simulateMany({ fromSeed: 1, seeds: MAX_SEEDS, stopAfterFailures: 1, parts });
    expect(failed).toHaveLength(1);
  });
});
