import { Random } from '../../support/random.js';
import { brokenBodyDraft } from './broken-bodies.js';
import { brokenFrame } from './broken-frames.js';
import { mutatedDraft, pathDraft, queryDraft, validDraft } from './drafts.js';
import type { Draft, FuzzRequest, Ingredients } from './fuzz-request.js';
import type { LivePool } from './live-pool.js';
import { framingDraft, headerDraft, methodDraft, unknownPathDraft } from './odd-wires.js';
import type { Operation } from './operations.js';

const ANSWER_LIMIT_MS = 60_000;
/** Spreads the seeds of neighbouring requests (the golden ratio's digits). */
const STRIDE = 0x9e3779b1;

/** How many of a hundred requests are odd in which way. */
const KINDS: readonly { readonly kind: string; readonly share: number; readonly draft: (of: Ingredients) => Draft }[] =
  [
    { kind: 'valid', share: 24, draft: validDraft },
    { kind: 'fields', share: 26, draft: mutatedDraft },
    { kind: 'body', share: 12, draft: brokenBodyDraft },
    { kind: 'path', share: 9, draft: pathDraft },
    { kind: 'query', share: 9, draft: queryDraft },
    { kind: 'headers', share: 9, draft: headerDraft },
    { kind: 'method', share: 3, draft: methodDraft },
    { kind: 'framing', share: 3, draft: framingDraft },
    { kind: 'unknown path', share: 3, draft: unknownPathDraft },
  ];
const RAW = 'bare socket';
/** Most requests go where something can be sent. */
const SHARE_OF_PLAIN = 0.3;

export interface RequestSource {
  readonly seed: number;
  readonly operations: readonly Operation[];
  readonly pool: LivePool;
}

/** The request of this number: the same for the same seed, but for the ids that the product has made. */
export function makeRequest(index: number, { seed, operations, pool }: RequestSource): FuzzRequest {
  const random = new Random((seed + Math.imul(index, STRIDE)) >>> 0);
  const operation = random.chance(SHARE_OF_PLAIN) ? random.pick(operations) : random.pick(operations.filter(hasInput));
  const ingredients: Ingredients = { random, pool, operation };
  const { types } = operation;
  const route = `${operation.method} ${operation.path}`;
  let ticket = random.between(0, 99);
  for (const { kind, share, draft } of KINDS) {
    ticket -= share;
    if (ticket < 0)
      return framed(
        { index, route: kind === 'unknown path' ? '(unknown path)' : route, kind, types },
        draft(ingredients),
      );
  }
  const bytes = brokenFrame(ingredients);
  return {
    index,
    route: '(bare socket)',
    kind: RAW,
    bytes,
    types,
    isHead: false,
    isFramed: false,
    sentId: null,
    limitMs: ANSWER_LIMIT_MS,
  };
}

function hasInput({ path, query, body }: Operation): boolean {
  return path.includes('{') || query.length > 0 || body !== null;
}

function framed(about: Pick<FuzzRequest, 'index' | 'route' | 'kind' | 'types'>, draft: Draft): FuzzRequest {
  const ids = draft.headers.filter(([name]) => name.toLowerCase() === 'x-request-id').map(([, value]) => value.trim());
  return {
    ...about,
    bytes: bytesOf(draft),
    isHead: draft.method === 'HEAD',
    isFramed: true,
    sentId: ids.length === 1 ? (ids[0] ?? null) : null,
    limitMs: ANSWER_LIMIT_MS,
  };
}

function bytesOf({ method, target, headers, body, framing }: Draft): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  if (body === null) return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const isChunked = framing === 'chunked';
  lines.push(isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return Buffer.concat([head, isChunked ? chunked(body) : body]);
}

function chunked(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2);
  const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  const framedChunks = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)};x=y\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...framedChunks, Buffer.from('0\r\n\r\n')]);
}
