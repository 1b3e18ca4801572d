import { simulateMany } from '../many-runs.js';
import { PLANTED_BUGS } from './mutants.js';

/** Many times as many as the slowest needs. */
const SEEDS = 3_000;

describe('the simulation finds', () => {
  it.each(Object.entries(PLANTED_BUGS))('%s', async (_name, parts) => {
    const { failed } = await simulateMany({ fromSeed: 1, seeds: SEEDS, stopAfterFailures: 1, parts });
    expect(failed).toHaveLength(1);
  });
});
