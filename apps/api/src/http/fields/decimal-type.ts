import { compareDecimals, countDigits, isPlainDecimal, normalizeDecimal } from '@app/common';
import { type FieldType, Refused } from './field-type.js';

export interface DecimalOptions {
  /** Significant digits before the dot; leading zeros do not count. */
  integerDigits: number;
  /** Digits after the dot, as written. */
  fractionDigits: number;
  /** Whether zero is refused. */
  positive?: boolean;
  /** The largest value, itself included. */
  max?: string;
}

/** A plain decimal string, given on without needless zeros: `"10.50"` becomes `"10.5"`. JSON numbers are refused. */
export function decimal(options: DecimalOptions): FieldType<string> {
  const { integerDigits, fractionDigits, positive = false, max } = options;
  return {
    schema: { type: 'string', pattern: `^\\d+(\\.\\d{1,${fractionDigits}})?$` },
    parse: (value) => {
      if (!isPlainDecimal(value)) return Refused.because('must be a decimal string such as "10" or "0.5"');
      if ((value.split('.')[1] ?? '').length > fractionDigits) {
        return Refused.because(`must have at most ${fractionDigits} fractional digits`);
      }
      if (countDigits(value).integerDigits > integerDigits) {
        return Refused.because(`must have at most ${integerDigits} significant integer digits`);
      }
      const normal = normalizeDecimal(value);
      if (positive && normal === '0') return Refused.because('must be greater than 0');
      if (max !== undefined && compareDecimals(normal, max) > 0) return Refused.because(`must be at most ${max}`);
      return normal;
    },
  };
}
