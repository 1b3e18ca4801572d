import type { Random } from '../../../support/random.js';
import { hostileString, hostileValue, jsonText } from './corpus.js';
import { buildDraft, jsonBody, validFields, validPath } from './drafts.js';
import type { Draft, Ingredients } from './fuzz-request.js';

const BODY_LIMIT_BYTES = 64 * 1024;
const DEPTHS = [100, 1_000, 10_000, 30_000];

type Breaker = (good: Buffer, random: Random) => Buffer;

/** Mutations of a valid JSON body. The result may be valid JSON, invalid JSON or no text. */
const BREAKERS: readonly Breaker[] = [
  (good, random) => good.subarray(0, random.between(0, good.length)),
  (good, random) => withFlippedBytes(good, random),
  (good, random) => Buffer.concat([good, random.pick([good, Buffer.from('}'), Buffer.from('\0'), Buffer.from(' \n')])]),
  (good) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), good]),
  (good) => Buffer.from(good.toString('utf8'), 'utf16le'),
  (_good, random) => Buffer.from(Array.from({ length: random.between(1, 200) }, () => random.between(0, 255))),
  (_good, random) => jsonBody(hostileValue(random)),
  (_good, random) => jsonBody([hostileValue(random)]),
  (_good, random) => Buffer.from(hostileString(random)),
  (_good, random) => deep(random, '[', ']'),
  (_good, random) => deep(random, '{"a":', '}'),
  (good, random) => padded(good, BODY_LIMIT_BYTES + random.pick([-1, 0, 1])),
  (good, random) => (random.chance(0.1) ? padded(good, random.pick([200_000, 1_000_000])) : good),
  (good) => Buffer.from(good.toString('utf8').replace('{', '{"__proto__":{"polluted":true},')),
  (good) => Buffer.from(good.toString('utf8').replaceAll('"', "'")),
  (good) => Buffer.from(good.toString('utf8').replaceAll(/"([a-z_]+)":/g, '"$1":null,"$1":')),
  (good) =>
    Buffer.from(good.toString('utf8').replaceAll(/[a-z]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`)),
  (good) => Buffer.from(`/* comment */ ${good.toString('utf8')}`),
  (_good, random) => Buffer.from(`{"${'k'.repeat(random.between(1, 60_000))}":1}`),
  (_good, random) =>
    Buffer.from(
      jsonText(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`k${at}`, random.between(0, 9)]))),
    ),
  () => Buffer.alloc(0),
];

export function brokenBodyDraft(ingredients: Ingredients): Draft {
  const { random, operation } = ingredients;
  const good = jsonBody(operation.body === null ? {} : validFields(ingredients));
  return buildDraft(ingredients, { target: validPath(ingredients), body: random.pick(BREAKERS)(good, random) });
}

function withFlippedBytes(good: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(good);
  for (let left = random.between(1, 4); left > 0 && bytes.length > 0; left -= 1) {
    bytes[random.between(0, bytes.length - 1)] = random.between(0, 255);
  }
  return bytes;
}

function deep(random: Random, open: string, close: string): Buffer {
  const depth = random.pick(DEPTHS);
  return Buffer.from(open.repeat(depth) + (random.chance(0.5) ? '1' : '') + close.repeat(depth)).subarray(0, 100_000);
}

function padded(good: Buffer, length: number): Buffer {
  const rest = good.subarray(1);
  const comma = rest.length > 1 ? ',' : '';
  const frame = `{"padding":""${comma}`;
  const padding = 'x'.repeat(Math.max(0, length - frame.length - rest.length));
  return Buffer.concat([Buffer.from(`{"padding":"${padding}"${comma}`), rest]);
}
