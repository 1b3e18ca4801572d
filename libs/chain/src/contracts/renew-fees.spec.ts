import { type FeesNow, leastFeeWei, limitFees, renewFees } from './renew-fees.js';

const GWEI = 10n ** 9n;
const fees = (maxFee: bigint, priorityFee: bigint) => ({
  maxFeeWei: maxFee * GWEI,
  priorityFeeWei: priorityFee * GWEI,
});

describe('fees of a transaction that is sent again', () => {
  it.each<[string, FeesNow['against'], bigint, ReturnType<typeof fees>]>([
    ['stay while they pay for the next block', 'none', 8n, fees(16n, 2n)],
    ['are those of the moment when they do not any more', 'none', 20n, fees(41n, 1n)],
    ['pay an eighth more than the same transaction in a pool', 'own', 1n, fees(18n, 0n)],
    ['follow the base fee when it asks for more than an eighth', 'own', 20n, fees(41n, 0n)],
    ['pay twice as much against another transaction of the nonce', 'other', 1n, fees(32n, 4n)],
    ['double the tip for a node that asks for more than it suggests', 'refused', 1n, fees(18n, 4n)],
  ])('%s', (_name, against, baseFee, expected) => {
    const priorityFeeWei = against === 'own' ? (2n * GWEI * 9n) / 8n : expected.priorityFeeWei;
    const present = fees(2n * baseFee + 1n, 1n);
    expect(renewFees(fees(16n, 2n), { present, against })).toEqual({ ...expected, priorityFeeWei });
  });

  it('raise the tip to 32 times the suggested one at most', () => {
    const present = fees(3n, 1n);
    expect(renewFees(fees(40n, 30n), { present, against: 'refused' }).priorityFeeWei).toBe(32n * GWEI);
    expect(renewFees(fees(42n, 32n), { present, against: 'refused' })).toEqual(fees(42n, 32n));
  });

  it('are never above the ceiling', () => {
    expect(limitFees(fees(41n, 1n), 30n * GWEI)).toEqual(fees(30n, 1n));
    expect(limitFees(fees(41n, 40n), 30n * GWEI)).toEqual(fees(30n, 30n));
  });

  it('of the next block are base fee and tip', () => {
    expect(leastFeeWei(fees(41n, 1n))).toBe(21n * GWEI);
  });
});
