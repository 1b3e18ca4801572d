import { ValidateBy } from 'class-validator';
import { compareDecimals, countDigits, isPlainDecimal, isPlainText } from '@app/common';

/** NUL and lone surrogates, which PostgreSQL cannot store in a text. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/**
 * A rule of class-validator made of a predicate.
 * @param message follows the field's name
 */
export function Satisfies(name: string, validate: (value: unknown) => boolean, message: string): PropertyDecorator {
  return ValidateBy({ name, validator: { validate } }, { message: `$property ${message}` });
}

export function IsStorable(): PropertyDecorator {
  return textRule('isStorable', (value) => !UNSTORABLE.test(value), 'must not contain NUL or lone surrogates');
}

export function IsPlain(): PropertyDecorator {
  return textRule('isPlain', isPlainText, 'must be one line without control, invisible or direction characters');
}

/** Counts code points. class-validator's MaxLength does not count variation selectors and accepts longer texts. */
export function MaxCodePoints(max: number): PropertyDecorator {
  // A code point has at most two code units, so most texts need no counting.
  const fits = (value: string): boolean => value.length <= max || (value.length <= max * 2 && [...value].length <= max);
  return textRule('maxCodePoints', fits, `must be at most ${max} characters`);
}

export function IsPlainDecimal(): PropertyDecorator {
  return Satisfies('isPlainDecimal', isPlainDecimal, 'must be a decimal string such as "10" or "0.5"');
}

/** Digits after the dot as written, trailing zeros included. */
export function MaxFractionDigits(max: number): PropertyDecorator {
  const fits = (value: string): boolean => (value.split('.')[1] ?? '').length <= max;
  return textRule('maxFractionDigits', fits, `must have at most ${max} fractional digits`);
}

/** Digits before the dot, without leading zeros. Expects a decimal of few fraction digits. */
export function MaxIntegerDigits(max: number): PropertyDecorator {
  const fits = (value: string): boolean => countDigits(value).integerDigits <= max;
  return textRule('maxIntegerDigits', fits, `must have at most ${max} significant integer digits`);
}

export function IsPositiveDecimal(): PropertyDecorator {
  return textRule('isPositiveDecimal', (value) => /[1-9]/.test(value), 'must be greater than 0');
}

/** Expects a decimal of few digits. */
export function MaxDecimal(max: string): PropertyDecorator {
  return textRule('maxDecimal', (value) => compareDecimals(value, max) <= 0, `must be at most ${max}`);
}

function textRule(name: string, validate: (value: string) => boolean, message: string): PropertyDecorator {
  return Satisfies(name, (value) => typeof value === 'string' && validate(value), message);
}
