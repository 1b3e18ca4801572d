import { bumpFees, chooseFees, minimumGas, presentFee, suggestFees } from './fees.js';

const GWEI = 1_000_000_000n;

describe('fees', () => {
  it('are twice the base fee plus the priority fee', () => {
    expect(suggestFees(20n * GWEI, 'HIGH')).toEqual({
      baseFeeWei: 20n * GWEI,
      priorityFeeWei: 2n * GWEI,
      maxFeeWei: 42n * GWEI,
    });
  });

  it('are presented in gwei, and the network fee in native coins', () => {
    expect(presentFee(100_000n, suggestFees(20n * GWEI, 'MEDIUM'))).toEqual({
      gasLimit: '100000',
      baseFee: '20',
      priorityFee: '1.5',
      maxFee: '41.5',
      networkFee: '0.00415',
    });
  });

  it('use the values of the request', () => {
    expect(chooseFees(GWEI, { gasLimit: '1', maxFeeWei: '7', priorityFeeWei: '5' })).toMatchObject({
      maxFeeWei: 7n,
      priorityFeeWei: 5n,
    });
  });

  it('of a replacement are at least a tenth above the replaced ones', () => {
    const replaced = {
      purpose: 'call',
      hash: '',
      raw: '',
      gasLimit: '1',
      baseFeeWei: '0',
      maxFeeWei: '100000000000',
      priorityFeeWei: '1',
    } as const;
    expect(bumpFees(GWEI, replaced)).toMatchObject({ maxFeeWei: 125_000_000_001n, priorityFeeWei: 2n * GWEI });
  });

  it('require at least 21,000 gas and the floor price of the data', () => {
    expect(minimumGas('0x')).toBe(21_000n);
    expect(minimumGas('0x0001')).toBe(21_050n);
  });
});
