import { simulateMany } from './many-runs.js';
import { simulate } from './simulation.js';
import { Coverage } from './world/coverage.js';

/** `npm run test:slow` runs ten times as many. */
const SEEDS = 50;

describe('engine under simulated faults', () => {
  it(`breaks no invariant in ${SEEDS} seeds`, async () => {
    const { failed, ran } = await simulateMany({ fromSeed: 1, seeds: SEEDS, stopAfterFailures: 3 });
    expect(failed).toEqual([]);
    expect(ran).toBe(SEEDS);
  });

  it.each([7, 42, 4_711])('replays seed %i with the same trace', async (seed) => {
    expect(await readTrace(seed)).toEqual(await readTrace(seed));
  });
});

async function readTrace(seed: number): Promise<string[]> {
  const lines: string[] = [];
  await simulate({ seed, coverage: new Coverage(), trace: (line) => lines.push(line) });
  return lines;
}
