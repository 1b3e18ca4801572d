import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { parseTimestamp } from '@app/common';

const DEFAULT_LIMIT = 50;

export function limitOption({ max = 10_000 }: { max?: number } = {}): Option<'--limit <n>', undefined, number, number> {
  return new Option('--limit <n>', `maximum number of rows, up to ${max}`)
    .argParser(wholeNumber({ max }))
    .default(DEFAULT_LIMIT);
}

/** Parses a whole number from 1 to `max`. */
export function wholeNumber({ max }: { max: number }): (text: string) => number {
  return (text) => {
    if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > max) {
      throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`);
    }
    return Number(text);
  };
}

/** Parses an RFC 3339 time. */
export function time(text: string): Date {
  const parsed = parseTimestamp(text);
  if (parsed === null) throw new InvalidArgumentError('It must be a time such as 2027-01-31T03:00:00Z.');
  return parsed;
}
