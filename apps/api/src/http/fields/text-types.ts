import { isUuid, parseAddress, parseTimestamp } from '@app/common';
import { type FieldType, Refused } from './field-type.js';

/** What Postgres cannot store as text: NUL, and halves of surrogate pairs. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

export interface TextOptions {
  /** In code points. */
  max: number;
  /** Whether white space at either end is taken off first. */
  trim?: boolean;
}

export function text({ max, trim = false }: TextOptions): FieldType<string> {
  return {
    schema: { type: 'string', minLength: 1, maxLength: max },
    parse: (value) => {
      if (typeof value !== 'string') return Refused.because('must be a string');
      const kept = trim ? value.trim() : value;
      if (UNSTORABLE.test(kept)) return Refused.because('must not contain NUL or lone surrogates');
      if (isLongerThan(kept, max)) return Refused.because(`must be at most ${max} characters`);
      return kept;
    },
  };
}

/** Answered in lower case, as all ids of core resources are. */
export function uuid(): FieldType<string> {
  return {
    schema: { type: 'string', format: 'uuid' },
    parse: (value) => (isUuid(value) ? value.toLowerCase() : Refused.because('must be a UUID')),
  };
}

/** An EVM address, given on in lower case; one in mixed case must carry a valid checksum. */
export function address(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' },
    parse: (value) =>
      parseAddress(value) ?? Refused.because('must be 0x and 40 hex digits, with a valid checksum if in mixed case'),
  };
}

export function timestamp(): FieldType<Date> {
  return {
    schema: { type: 'string', format: 'date-time' },
    parse: (value) =>
      (typeof value === 'string' ? parseTimestamp(value) : null) ?? Refused.because('must be an RFC 3339 timestamp'),
  };
}

/** Exactly one of the given words. */
export function oneOf<const V extends string>(values: readonly V[]): FieldType<V> {
  return {
    schema: { type: 'string', enum: values },
    parse: (value) =>
      values.find((candidate) => candidate === value) ?? Refused.because(`must be one of ${values.join(', ')}`),
  };
}

/** The type with white space at either end of a string taken off first. */
export function trimmed<T>(type: FieldType<T>): FieldType<T> {
  return { ...type, parse: (value) => type.parse(typeof value === 'string' ? value.trim() : value) };
}

function isLongerThan(value: string, max: number): boolean {
  // Code units are at most twice the code points, so most texts need no counting.
  if (value.length <= max) return false;
  return value.length > max * 2 || [...value].length > max;
}
