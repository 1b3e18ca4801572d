import { simulateMany } from './many-runs.js';
import { simulate } from './simulation.js';
import { Coverage, MULTIPLE_HOLDS, MULTIPLE_REFUSES, MULTIPLE_REFUSES_LATE } from './world/coverage.js';

describe('engine under simulated faults', () => {
  it('breaks no invariant in 300 seeds', async () => {
    const { failed, ran } = await simulateMany({ fromSeed: 1, seeds: 300, stopAfterFailures: 3 });
    expect(failed).toEqual([]);
    expect(ran).toBe(300);
  });

  it('fires most faults and reaches the central moves', async () => {
    const { coverage } = await simulateMany({ fromSeed: 5_000, seeds: 150, stopAfterFailures: 1 });
    const counts = new Map(coverage.report());
    expect(counts.get('execution broadcast -> executed')).toBeGreaterThan(50);
    expect(counts.get('step unknown -> sent')).toBeGreaterThan(30);
    const multiples = [MULTIPLE_HOLDS, MULTIPLE_REFUSES, MULTIPLE_REFUSES_LATE];
    expect(multiples.filter((name) => (counts.get(name) ?? 0) === 0)).toEqual([]);
    expect([...counts].filter(([name, times]) => name.startsWith('fault ') && times > 0).length).toBeGreaterThan(30);
  });

  it.each([7, 42, 4_711])('replays seed %i with the same trace', async (seed) => {
    expect(await traceOf(seed)).toEqual(await traceOf(seed));
  });
});

async function traceOf(seed: number): Promise<string[]> {
  const lines: string[] = [];
  await simulate({ seed, coverage: new Coverage(), trace: (line) => lines.push(line) });
  return lines;
}
