import type { Random } from '../../../support/random.js';
import { HOSTILE_TEXTS } from './hostile-texts.js';

/** Placeholder for numbers that JSON text can contain and a JavaScript value cannot. */
const RAW_NUMBER = /"@raw:([^"]*)"/g;

const LENGTHS = [199, 200, 201, 500, 501, 2_048, 2_049, 10_000, 10_001, 30_000];
const FILLERS = ['a', 'é', '😀', '0', ' ', '\\', '"', '%'];

const NUMBERS: readonly unknown[] = [
  ...[0, -0, 1, -1, 2, 0.1, 1.5, -0.5, 1e21, 1e-7, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 2 ** 63, 1e308, -1e308, 5e-324],
  ...['@raw:1e400', '@raw:-1e400', '@raw:0.1e-9999', `@raw:${'9'.repeat(300)}`, '@raw:1E+2', '@raw:-0.0'],
];

/** Invalid numbers, which make the text invalid JSON. */
const BROKEN_NUMBERS = [
  '@raw:01',
  '@raw:.5',
  '@raw:5.',
  '@raw:+1',
  '@raw:NaN',
  '@raw:Infinity',
  '@raw:0x1F',
  '@raw:1_0',
];

export const HOSTILE_KEYS: readonly string[] = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
  '',
  ' ',
  '\0',
  '\ud800',
  'status',
  'winning_outcome',
  'resolved_at',
  'settled_at',
  'id',
  'created_at',
  '$where',
  'a'.repeat(5_000),
  '😀',
  'market_id ',
];

const ODD_OBJECTS: readonly object[] = [{}, { toString: 'x' }, { length: 3 }, { then: 1 }, { valueOf: {} }];

export function hostileString(random: Random): string {
  if (random.chance(0.1)) return random.pick(FILLERS).repeat(random.pick(LENGTHS));
  if (random.chance(0.1)) return random.pick(HOSTILE_TEXTS) + random.pick(HOSTILE_TEXTS);
  return random.pick(HOSTILE_TEXTS);
}

/** Returns a JSON value that no field expects. */
export function hostileValue(random: Random): unknown {
  switch (random.between(0, 9)) {
    case 0:
      return random.pick([null, true, false]);
    case 1:
    case 2:
      return random.chance(0.05) ? random.pick(BROKEN_NUMBERS) : random.pick(NUMBERS);
    case 3:
      return random.pick([[], [[]], [null], [hostileString(random)], Array.from({ length: 300 }, (_, index) => index)]);
    case 4:
      return { [random.pick(HOSTILE_KEYS)]: random.pick(NUMBERS) };
    case 5:
      return random.pick(ODD_OBJECTS);
    default:
      return hostileString(random);
  }
}

/** Formats JSON and replaces the number placeholders. Keeps a key named `__proto__`. */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(RAW_NUMBER, '$1');
}

/** Percent-encodes a text. Lone surrogates become the replacement character. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}
