import { grouped, isPositive, money, negated, percent, sum } from './decimal.js';

describe('grouped', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1234.5', '1,234.5'],
    ['-1000000.000001', '-1,000,000.000001'],
    ['9007199254740993.123456789012345678', '9,007,199,254,740,993.123456789012345678'],
    ['–', '–'],
    ['agent_1000', 'agent_1000'],
  ])('separates the thousands of %s', (text, shown) => {
    expect(grouped(text)).toBe(shown);
  });

  it('takes counts, and amounts with their unit', () => {
    expect(grouped(12_345)).toBe('12,345');
    expect(money('1234.5')).toBe('1,234.5 USDC');
  });
});

describe('percent', () => {
  it.each([
    ['0', '0 %'],
    ['1', '100 %'],
    ['0.5', '50 %'],
    ['0.6', '60 %'],
    ['0.05', '5 %'],
    ['0.005', '0.5 %'],
    ['0.666666666666666667', '66.66 %'],
    ['0.00009', '0 %'],
    ['0.600000', '60 %'],
    ['n/a', 'n/a'],
  ])('shows %s as %s', (probability, text) => {
    expect(percent(probability)).toBe(text);
  });

  it('rounds up a threshold', () => {
    expect(['0.66661', '0.6666', '0.99999', '0'].map((one) => percent(one, 'up'))).toEqual([
      ...['66.67 %', '66.66 %', '100 %', '0 %'],
    ]);
  });
});

describe('sum', () => {
  it('is exact where Number is not', () => {
    expect(sum('0.1', '0.2')).toBe('0.3');
    expect(sum('9007199254740993', '0.000001')).toBe('9007199254740993.000001');
    expect(sum('5', '-7.25')).toBe('-2.25');
    expect(sum('-5', '5.0')).toBe('0');
    expect(sum()).toBe('0');
  });
});

describe('signs', () => {
  it('negates and compares with 0', () => {
    expect([negated('5'), negated('-5'), negated('0')]).toEqual(['-5', '5', '0']);
    expect(['0', '0.00', '-1', '0.1'].map(isPositive)).toEqual([false, false, false, true]);
  });
});
