import { heapGrowthMib, type HeapSample, isGrowing } from './heap-watch.js';

const samples = (heapMib: (at: number) => number): HeapSample[] =>
  Array.from({ length: 12 }, (_, at) => ({ requests: at * 1_000, heapMib: heapMib(at), residentMib: 200 }));

describe('isGrowing', () => {
  it('is true for a heap that grows with every request', () => {
    const leaking = samples((at) => 60 + 3 * at);
    expect(heapGrowthMib(leaking)).toBe(24);
    expect(isGrowing(leaking)).toBe(true);
  });

  it('is false for a warm-up and for a single outlier', () => {
    expect(isGrowing(samples((at) => (at === 0 ? 50 : 60)))).toBe(false);
    expect(isGrowing(samples((at) => (at === 11 ? 160 : 60)))).toBe(false);
    expect(isGrowing([])).toBe(false);
  });
});
