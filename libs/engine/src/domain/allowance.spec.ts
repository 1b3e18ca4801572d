import { computeAllowance } from './allowance.js';

const STAKE = 10_000_000n;
const NO_LIMITS = { marketLimit: null, dailyLimit: null, totalLimit: null };

describe('computeAllowance', () => {
  it.each([
    ['20 stakes without limits', NO_LIMITS, 200_000_000n],
    ['the limit of the market', { marketLimit: '70', dailyLimit: '90', totalLimit: null }, 70_000_000n],
    ['the limit of the day', { marketLimit: '90.5', dailyLimit: '70.5', totalLimit: null }, 70_500_000n],
    ['the limit of the life', { marketLimit: '90', dailyLimit: null, totalLimit: '80' }, 80_000_000n],
    ['20 stakes below the limits', { marketLimit: '1000', dailyLimit: '1000', totalLimit: null }, 200_000_000n],
    ['the stake above a limit', { marketLimit: '5', dailyLimit: null, totalLimit: null }, STAKE],
    [
      'the stake under a limit finer than the token',
      { marketLimit: '90.0000001', dailyLimit: null, totalLimit: null },
      STAKE,
    ],
  ])('covers %s', (_what, limits, expected) => {
    expect(computeAllowance(STAKE, limits, { mode: 'market', decimals: 6 })).toBe(expected);
  });

  it('covers one stake where each is approved', () => {
    expect(computeAllowance(STAKE, NO_LIMITS, { mode: 'exact', decimals: 6 })).toBe(STAKE);
  });
});
