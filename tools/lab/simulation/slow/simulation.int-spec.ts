import { simulateMany } from '../many-runs.js';
import { DEPTHS, MULTIPLE_HOLDS, MULTIPLE_REFUSES, MULTIPLE_REFUSES_LATE } from '../world/coverage.js';

const SEEDS = 250;

describe('engine under simulated faults', () => {
  it.each(DEPTHS)(`breaks no invariant in ${SEEDS} seeds and fires most faults at depth %i`, async (depth) => {
    const runs = { fromSeed: 5_000, seeds: SEEDS, depth, stopAfterFailures: 3 };
    const { failed, ran, coverage } = await simulateMany(runs);
    expect(failed).toEqual([]);
    expect(ran).toBe(SEEDS);
    const counts = new Map(coverage.report());
    expect(counts.get('execution broadcast -> executed')).toBeGreaterThan(150);
    expect(counts.get('step unknown -> sent')).toBeGreaterThan(100);
    const multiples = [MULTIPLE_HOLDS, MULTIPLE_REFUSES, MULTIPLE_REFUSES_LATE];
    const ofDepth = [...counts.keys()].filter((name) => name.startsWith(`depth ${depth}:`));
    expect([...multiples, ...ofDepth].filter((name) => (counts.get(name) ?? 0) === 0)).toEqual([]);
    expect([...counts].filter(([name, times]) => name.startsWith('fault ') && times > 0).length).toBeGreaterThan(30);
  });
});
