import { bumpFees, minimumGas, suggestFees } from './fees.js';

const GWEI = 1_000_000_000n;

describe('fees', () => {
  it('are twice the base fee plus the priority fee', () => {
    expect(suggestFees(20n * GWEI, 'HIGH')).toEqual({ priorityFeeWei: 2n * GWEI, maxFeeWei: 42n * GWEI });
  });

  it('of a replacement are at least a tenth above the replaced ones', () => {
    const replaced = { hash: '', raw: '', gasLimit: '1', maxFeeWei: '100000000000', priorityFeeWei: '1' };
    expect(bumpFees(GWEI, replaced)).toEqual({ maxFeeWei: 125_000_000_001n, priorityFeeWei: 2n * GWEI });
  });

  it('require at least 21,000 gas and the floor price of the data', () => {
    expect(minimumGas('0x')).toBe(21_000n);
    expect(minimumGas('0x0001')).toBe(21_050n);
  });
});
