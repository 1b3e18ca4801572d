import { ValidateBy } from 'class-validator';
import { compareDecimals, countDigits, isPlainDecimal } from '@app/common';
import type { Rule } from './field.js';

/** NUL and lone surrogates, which PostgreSQL cannot store in a text. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** A rule of class-validator made of a predicate. */
export function satisfies(name: string, validate: (value: unknown) => boolean): Rule {
  return (options) => ValidateBy({ name, validator: { validate } }, options);
}

export const isStorable = textRule('isStorable', (value) => !UNSTORABLE.test(value));

/** Counts code points. class-validator's MaxLength does not count variation selectors and accepts longer texts. */
export function maxCodePoints(max: number): Rule {
  // A code point has at most two code units, so most texts need no counting.
  return textRule(
    'maxCodePoints',
    (value) => value.length <= max || (value.length <= max * 2 && [...value].length <= max),
  );
}

export const isDecimal = satisfies('isDecimal', isPlainDecimal);

/** Digits after the dot as written, trailing zeros included. */
export function maxFractionDigits(max: number): Rule {
  return textRule('maxFractionDigits', (value) => (value.split('.')[1] ?? '').length <= max);
}

/** Digits before the dot, without leading zeros. Expects a decimal of few fraction digits. */
export function maxIntegerDigits(max: number): Rule {
  return textRule('maxIntegerDigits', (value) => countDigits(value).integerDigits <= max);
}

export const isPositive = textRule('isPositive', (value) => /[1-9]/.test(value));

/** Expects a decimal of few digits. */
export function isAtMost(max: string): Rule {
  return textRule('isAtMost', (value) => compareDecimals(value, max) <= 0);
}

function textRule(name: string, validate: (value: string) => boolean): Rule {
  return satisfies(name, (value) => typeof value === 'string' && validate(value));
}
