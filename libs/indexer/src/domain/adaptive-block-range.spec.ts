import { AdaptiveBlockRange } from './adaptive-block-range.js';

describe('AdaptiveBlockRange', () => {
  it('asks for more while little is answered, up to a limit', () => {
    const span = new AdaptiveBlockRange();
    const first = span.blocks;
    span.answered(10);
    expect(span.blocks).toBe(first * 2);
    for (let answer = 0; answer < 20; answer += 1) span.answered(0);
    expect(span.blocks).toBe(20_000);
  });

  it('asks for less when much is answered, and as much when it is about right', () => {
    const span = new AdaptiveBlockRange();
    const first = span.blocks;
    span.answered(2_000);
    expect(span.blocks).toBe(first);
    span.answered(5_000);
    expect(span.blocks).toBe(first / 2);
  });

  it('comes down to a single block when it is refused, and then gives up', () => {
    const span = new AdaptiveBlockRange();
    let refusals = 0;
    while (span.refused()) refusals += 1;
    expect([span.blocks, refusals]).toEqual([1, 4]);
  });
});
