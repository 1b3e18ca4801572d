import { simulateMany } from '../many-runs.js';
import { MUTANTS, RARE_MUTANTS } from './mutants.js';

/** Ten times the number of seeds that the slowest of these mutants needs. */
const MAX_SEEDS = 250;

describe('simulation detects the mutant', () => {
  const mutants = Object.entries(MUTANTS).filter(([name]) => !RARE_MUTANTS.has(name));

  it.each(mutants)('%s', async (_name, parts) => {
    const { failed } = await simulateMany({ fromSeed: 1, seeds: MAX_SEEDS, stopAfterFailures: 1, parts });
    expect(failed).toHaveLength(1);
  });
});
