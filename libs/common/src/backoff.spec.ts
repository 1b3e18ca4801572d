import { backoffMs } from './backoff.js';

const RANGE = { baseMs: 200, maxMs: 10_000 };

describe('backoffMs', () => {
  it('doubles up to the maximum', () => {
    expect([0, 1, 2, 5, 6, 1_000].map((tries) => backoffMs(tries, RANGE))).toEqual([
      200, 400, 800, 6_400, 10_000, 10_000,
    ]);
  });

  it('spreads over the upper half', () => {
    expect([0, 0.5, 1].map((value) => backoffMs(1, RANGE, () => value))).toEqual([200, 300, 400]);
  });
});
