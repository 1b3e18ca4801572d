import { simulateMany } from '../many-runs.js';
import { PLANTED_BUGS, RARE_MUTANTS } from './mutants.js';

/** Ten times the number of seeds that the slowest of them needs. */
const MAX_SEEDS = 3_000;

describe('the simulation finds after many seeds', () => {
  it.each([...RARE_MUTANTS])('%s', async (name) => {
    const parts = PLANTED_BUGS[name] ?? {};
    const { failed } = await simulateMany({ fromSeed: 1, seeds: MAX_SEEDS, stopAfterFailures: 1, parts });
    expect(failed).toHaveLength(1);
  });
});
