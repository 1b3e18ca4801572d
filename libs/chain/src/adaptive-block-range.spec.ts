import { AdaptiveBlockRange } from './adaptive-block-range.js';

describe('AdaptiveBlockRange', () => {
  it('grows while responses are small, up to a limit', () => {
    const range = new AdaptiveBlockRange();
    const first = range.blocks;
    range.recordLogs(10);
    expect(range.blocks).toBe(first * 2);
    for (let answer = 0; answer < 20; answer += 1) range.recordLogs(0);
    expect(range.blocks).toBe(20_000);
  });

  it('shrinks on large responses and keeps its size in between', () => {
    const range = new AdaptiveBlockRange();
    const first = range.blocks;
    range.recordLogs(2_000);
    expect(range.blocks).toBe(first);
    range.recordLogs(5_000);
    expect(range.blocks).toBe(first / 2);
  });

  it('shrinks to a single block when refused, then gives up', () => {
    const range = new AdaptiveBlockRange();
    let refusals = 0;
    while (range.shrink(range.blocks)) refusals += 1;
    expect([range.blocks, refusals]).toEqual([1, 4]);
  });

  it('shrinks below a refused range that was shorter than it', () => {
    const range = new AdaptiveBlockRange();
    expect([range.shrink(8), range.blocks]).toEqual([true, 2]);
  });
});
