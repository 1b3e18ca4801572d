import { simulateMany } from '../../../tools/lab/simulation/many-runs.js';
import { MUTANTS } from '../mutants.js';

/** Ten times the number of seeds that the rarest of these mutants needs. */
const MAX_SEEDS = 3_000;

describe('simulation detects the mutant', () => {
  it.each(Object.entries(MUTANTS))('%s', async (_name, parts) => {
    const { failed } = await simulateMany({ fromSeed: 1, seeds: MAX_SEEDS, stopAfterFailures: 1, dependencies: parts });
    expect(failed).toHaveLength(1);
  });
});
