import {
  compareDecimals,
  countDigits,
  fromBaseUnits,
  isPlainDecimal,
  multiplyDecimals,
  normalizeDecimal,
  toBaseUnits,
} from './decimal.js';

describe('decimal', () => {
  it.each(['1', '0.5', '007.10', '999999999999999999.999999999999999999'])('accepts %s as plain', (value) => {
    expect(isPlainDecimal(value)).toBe(true);
  });

  it.each(['', ' 1', '1 ', '+1', '-1', '.5', '1.', '1e3', '١', '1,0', 'NaN', '0x1', 1, null])('refuses %p', (value) => {
    expect(isPlainDecimal(value)).toBe(false);
  });

  it('writes without leading or trailing zeros', () => {
    expect(['10.0', '007.10', '0.0', '0.50'].map(normalizeDecimal)).toEqual(['10', '7.1', '0', '0.5']);
  });

  it('reads zeros before a last digit in linear time', () => {
    // Quadratic time would take minutes.
    const value = `0.${'0'.repeat(500_000)}1`;
    expect(normalizeDecimal(value) === value).toBe(true);
  });

  it('compares beyond the precision of a double', () => {
    expect(compareDecimals('100.000000000000000001', '100')).toBe(1);
    expect(compareDecimals('10', '10.0')).toBe(0);
    expect(compareDecimals('9', '10')).toBe(-1);
  });

  it('multiplies exactly', () => {
    expect(multiplyDecimals('999999999999999999.999999999999999999', '0.000000000000000001')).toBe(
      '0.999999999999999999999999999999999999',
    );
  });

  it('counts the digits that matter', () => {
    expect(countDigits('000123.4500')).toEqual({ integerDigits: 3, fractionDigits: 2 });
    expect(countDigits('0.5')).toEqual({ integerDigits: 0, fractionDigits: 1 });
  });

  it('converts between display and base units, refusing to round', () => {
    expect(toBaseUnits('10.5', 6)).toBe(10_500_000n);
    expect(toBaseUnits('10.5000000', 6)).toBe(10_500_000n);
    expect(toBaseUnits('0.0000001', 6)).toBeNull();
    expect(fromBaseUnits(10_500_000n, 6)).toBe('10.5');
    expect(fromBaseUnits(-1n, 6)).toBe('-0.000001');
  });
});
