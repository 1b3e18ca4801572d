import { hostileString } from './corpus.js';
import { validDraft } from './drafts.js';
import type { Draft, Ingredients } from './fuzz-request.js';

const METHODS = 'PUT PATCH DELETE HEAD OPTIONS TRACE PROPFIND SEARCH LOCK QUERY GET POST'.split(' ');
const CONTENT_TYPES = [
  ...['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'json'],
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/jsonp',
  'application/vnd.api+json',
  '',
  ',',
  ';',
  'application/json, text/html',
  'APPLICATION/JSON',
  `application/json; x=${'a'.repeat(4_000)}`,
  '*/*',
  'a/b/c',
  '__proto__',
];
const PREFERENCES = [
  'respond-async',
  'wait=0',
  'wait=-1',
  'wait=1e9',
  'wait="1"',
  'wait',
  'return=minimal, respond-async',
  ',,,',
  'wait=0; foo',
  '=',
];
const ORIGINS = [
  'null',
  '*',
  ':::',
  'http://localhost',
  'http://localhost.evil.test',
  'http://127.0.0.1:99999',
  'https://evil.test',
  'http://localhost:1\\@x',
  'file://',
];
const HEADER_VALUES = ['', '0', '-1', 'x', '*', 'none', '\x80\xff', 'a'.repeat(8_000), '"', ',', ';', '%00', "'; --"];
const HEADER_NAMES = [
  ...'Accept Accept-Encoding Accept-Language Accept-Version Authorization Cookie Range If-None-Match'.split(' '),
  ...'If-Modified-Since X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto X-HTTP-Method-Override'.split(' '),
  ...'X-Original-URL Forwarded Via TE Upgrade Content-Encoding Content-Language Content-Range Expect'.split(' '),
  ...'Idempotency-Key Referer User-Agent Host Connection __proto__ constructor toString traceparent'.split(' '),
  ...'Access-Control-Request-Method Access-Control-Request-Headers'.split(' '),
  'Content-Length ',
];

export function headerDraft(ingredients: Ingredients): Draft {
  const { random } = ingredients;
  const draft = validDraft(ingredients);
  for (let left = random.between(1, 4); left > 0; left -= 1) draft.headers.push(oddHeader(ingredients));
  if (random.chance(0.2)) draft.headers = draft.headers.filter(([name]) => name !== 'Content-Type');
  if (random.chance(0.05)) draft.headers = draft.headers.filter(([name]) => name !== 'Host');
  return draft;
}

export function methodDraft(ingredients: Ingredients): Draft {
  const draft = validDraft(ingredients);
  draft.method = ingredients.random.pick(METHODS);
  if (ingredients.random.chance(0.5)) draft.body = null;
  if (ingredients.random.chance(0.3)) {
    draft.headers.push(['Origin', ingredients.random.pick(ORIGINS)], ['Access-Control-Request-Method', 'POST']);
  }
  return draft;
}

/** Drafts a chunked body, or a body for an operation without one. */
export function framingDraft(ingredients: Ingredients): Draft {
  const draft = validDraft(ingredients);
  draft.body ??= Buffer.from(ingredients.random.pick(['', '{}', 'null', '{', hostileString(ingredients.random)]));
  draft.framing = ingredients.random.chance(0.7) ? 'chunked' : 'length';
  return draft;
}

export function unknownPathDraft(ingredients: Ingredients): Draft {
  const { random, operation } = ingredients;
  const draft = validDraft(ingredients);
  const target = random.pick([
    `${operation.path}/`,
    `/${operation.path}`,
    operation.path.toUpperCase(),
    `/v1${operation.path}`,
    '/',
    '//',
    '/.env',
    '/admin',
    '/metrics',
    '/.git/config',
    '/favicon.ico',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/',
    '/*',
    '*',
    `/${'a/'.repeat(900)}`,
    'http://evil.test/markets',
    `${operation.path};a=b`,
    `${operation.path}%2f`,
    `${operation.path}%00`,
    `${operation.path}.json`,
  ]);
  draft.target = target;
  return draft;
}

function oddHeader({ random }: Ingredients): [string, string] {
  switch (random.between(0, 6)) {
    case 0:
      return ['Content-Type', random.pick(CONTENT_TYPES)];
    case 1:
      return ['X-Request-ID', sendable(random.chance(0.3) ? `id-${random.between(1, 1e6)}` : hostileString(random))];
    case 2:
      return ['Prefer', random.pick(PREFERENCES)];
    case 3:
      return ['Origin', random.pick(ORIGINS)];
    case 4:
      return [random.pick(['X-Request-ID', 'Prefer', 'Origin', 'Host']), random.pick(HEADER_VALUES)];
    default:
      return [
        random.pick(HEADER_NAMES),
        random.chance(0.5) ? random.pick(HEADER_VALUES) : sendable(hostileString(random)),
      ];
  }
}

/** Encodes a text with one character per byte and replaces line breaks, which would end the header. */
function sendable(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[\r\n]/g, ' ')
    .slice(0, 6_000);
}
