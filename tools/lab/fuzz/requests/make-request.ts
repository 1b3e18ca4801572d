import { Random } from '../../../support/random.js';
import { brokenBodyDraft } from './broken-bodies.js';
import { brokenFrame } from './broken-frames.js';
import { KEY_HEADER, mutatedDraft, pathDraft, queryDraft, validDraft } from './drafts.js';
import type { Draft, FuzzRequest, Ingredients } from './fuzz-request.js';
import type { LivePool } from './live-pool.js';
import { framingDraft, headerDraft, methodDraft, unknownPathDraft } from './unusual-requests.js';
import type { Operation } from './operations.js';

const ANSWER_TIMEOUT_MS = 60_000;
/** Golden-ratio constant that spreads the seeds of consecutive requests. */
const SEED_STRIDE = 0x9e3779b1;

/** Kinds of requests with their share in percent. The rest are raw bytes. */
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
const RAW = 'raw bytes';
/** Share of requests drawn from all operations. The others are drawn from operations with parameters or a body. */
const ANY_OPERATION_SHARE = 0.3;

export interface RequestSource {
  readonly seed: number;
  readonly operations: readonly Operation[];
  readonly pool: LivePool;
}

/** Returns the request with this index. It depends only on the seed and on the ids in the pool. */
export function makeRequest(index: number, { seed, operations, pool }: RequestSource): FuzzRequest {
  const random = new Random((seed + Math.imul(index, SEED_STRIDE)) >>> 0);
  const operation = random.chance(ANY_OPERATION_SHARE)
    ? random.pick(operations)
    : random.pick(operations.filter(hasInput));
  const ingredients: Ingredients = { random, pool, operation };
  const { types } = operation;
  const route = `${operation.method} ${operation.path}`;
  let percent = random.between(0, 99);
  for (const { kind, share, draft } of KINDS) {
    percent -= share;
    if (percent < 0)
      return framed(
        { index, route: kind === 'unknown path' ? '(unknown path)' : route, kind, types },
        draft(ingredients),
        pool,
      );
  }
  const bytes = brokenFrame(ingredients);
  return {
    index,
    route: '(raw bytes)',
    kind: RAW,
    bytes,
    types,
    isHead: false,
    isStranger: false,
    isFramed: false,
    sentId: null,
    limitMs: ANSWER_TIMEOUT_MS,
  };
}

function hasInput({ path, query, body }: Operation): boolean {
  return path.includes('{') || query.length > 0 || body !== null;
}

function framed(
  about: Pick<FuzzRequest, 'index' | 'route' | 'kind' | 'types'>,
  draft: Draft,
  pool: LivePool,
): FuzzRequest {
  const ids = draft.headers.filter(([name]) => name.toLowerCase() === 'x-request-id').map(([, value]) => value.trim());
  return {
    ...about,
    bytes: encodeBytes(draft),
    isHead: draft.method === 'HEAD',
    isStranger: !draft.headers.some(([name, value]) => name === KEY_HEADER && mayRead(about.route, value, pool)),
    isFramed: true,
    sentId: ids.length === 1 ? (ids[0] ?? null) : null,
    limitMs: ANSWER_TIMEOUT_MS,
  };
}

function encodeBytes({ method, target, headers, body, framing }: Draft): Buffer {
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
  const encodedChunks = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)};x=y\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...encodedChunks, Buffer.from('0\r\n\r\n')]);
}

/** Whether the key may read the prepared agents by the route. */
function mayRead(route: string, credentials: string, pool: LivePool): boolean {
  return pool.isOwnKey(credentials) || (route.startsWith('GET /ops/') && pool.isOperatorKey(credentials));
}
