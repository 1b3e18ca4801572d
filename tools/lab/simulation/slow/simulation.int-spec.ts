import { simulateMany } from '../many-runs.js';
import { MULTIPLE_HOLDS, MULTIPLE_REFUSES, MULTIPLE_REFUSES_LATE } from '../world/coverage.js';

const SEEDS = 500;

describe('engine under simulated faults', () => {
  it(`breaks no invariant in ${SEEDS} seeds and fires most faults`, async () => {
    const { failed, ran, coverage } = await simulateMany({ fromSeed: 5_000, seeds: SEEDS, stopAfterFailures: 3 });
    expect(failed).toEqual([]);
    expect(ran).toBe(SEEDS);
    const counts = new Map(coverage.report());
    expect(counts.get('execution broadcast -> executed')).toBeGreaterThan(150);
    expect(counts.get('step unknown -> sent')).toBeGreaterThan(100);
    const multiples = [MULTIPLE_HOLDS, MULTIPLE_REFUSES, MULTIPLE_REFUSES_LATE];
    expect(multiples.filter((name) => (counts.get(name) ?? 0) === 0)).toEqual([]);
    expect([...counts].filter(([name, times]) => name.startsWith('fault ') && times > 0).length).toBeGreaterThan(30);
  });
});
