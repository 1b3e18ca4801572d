import { ADVICE_OF_CODE } from '../../../packages/sdk/src/generated/error-advice.js';
import { OPERATIONS } from '@presage/sdk';
import type { Call, ScriptedAnswer, Vector } from './vector.js';

const TEXTS = [
  ...[
    'plain',
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a%b',
    'a+b',
    'a&b=c',
    "!*'()",
    '-_.~',
    '...',
    '%2e%2e',
    ';:@,',
    '[]{}|^`<>"',
  ],
  ...['ü', '€', '😀', '\u0000', '\t\n\r', '\u2028', '\u007f', ' '],
];
const VALUES: readonly unknown[] = [
  ...['', 'q"\\/', '\b\f\n\r\t\u0001', '\u007f\u2028\u2029', 'Größe €', '😀', '\ud800', 'x\udc00y'],
  ...[0, -1, 2 ** 53 - 1, true, false, null, [], {}],
  ...[['a', 1, null, [true]], { b: 1, a: { '2': 'x', '1': 'y' } }, { 'ключ €': ['ü'] }],
];
const HEALTH = { do: 'request', operation: 'getHealth' } as const;

/** Single requests: what is sent, what is refused before, and what is made of each answer. */
export function requestVectors(): Vector[] {
  return [...sent(), ...operations(), ...refused(), ...errorCodes(), ...answers()];
}

function sent(): Vector[] {
  const answer = { json: { ok: 'ü€😀' } };
  const ok = (name: string, call: Omit<Call, 'do'>): Vector => ({
    ...{ name, call: { do: 'request', ...call }, answers: [answer], result: { answer: answer.json }, requests: 1 },
  });
  return [
    ...TEXTS.map((text) => ok(`path ${JSON.stringify(text)}`, { operation: 'getMarket', path: { id: text } })),
    ...TEXTS.map((text) =>
      ok(`query ${JSON.stringify(text)}`, { operation: 'listMarkets', query: { q: text, limit: 5 } }),
    ),
    ok('empty query', { operation: 'listMarkets', query: { q: '' } }),
    ok('query of other types', {
      operation: 'listMarkets',
      query: { q: null, limit: 5, tradable: true, sort: ['a', null, 'b'] },
    }),
    ok('two parameters of the path', {
      operation: 'getQuote',
      path: { id: 'm' },
      query: { outcome: 'YES', amount: '5' },
    }),
    ...VALUES.map((value) =>
      ok(`body ${JSON.stringify(value)}`, { operation: 'registerWallet', body: { agent_id: value } }),
    ),
    ok('path and body', { operation: 'approveIntent', path: { intent_id: 'i' }, body: { otp: '123456' } }),
    ok('POST without a body', { operation: 'confirmIntent', path: { intent_id: 'i' } }),
    ok('DELETE', { operation: 'deleteWebhook', path: { webhook_id: 'w' } }),
    ok('headers', {
      operation: 'executeIntent',
      path: { intent_id: 'i' },
      headers: { Prefer: 'wait=5', 'X-Request-ID': ' é ' },
    }),
    ok('a header beside that of strict handling', {
      operation: 'createIntent',
      body: { a: '1' },
      headers: { Prefer: 'wait=5' },
    }),
    ok('no key', { ...HEALTH, key: null }),
    ok('a key with a space around it', { ...HEALTH, key: ' k\t' }),
  ];
}

/** Every operation of the document, with all parameters of its path. */
function operations(): Vector[] {
  return Object.entries(OPERATIONS).map(([operation, { path, ...more }]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, `a ${name}`] as const);
    const body = 'hasBody' in more ? { body: { a: '1' } } : {};
    const call = { do: 'request', operation, path: Object.fromEntries(names), ...body } as const;
    return { name: `operation ${operation}`, call, answers: [{ json: {} }], result: { answer: {} }, requests: 1 };
  });
}

function refused(): Vector[] {
  const refuse = (name: string, argument: string, call: Omit<Call, 'do'>): Vector => ({
    ...{ name: `refused: ${name}`, call: { do: 'request', ...call }, answers: [], requests: 0 },
    result: { code: 'argument_invalid', status: null, retryable: false, transient: false, argument },
  });
  return [
    ...['', '.', '..'].map((id) =>
      refuse(`path ${JSON.stringify(id)}`, 'id', { operation: 'getMarket', path: { id } }),
    ),
    refuse('half a character in the path', 'id', { operation: 'getMarket', path: { id: 'x\ud800' } }),
    refuse('half a character in the query', 'q', { operation: 'listMarkets', query: { q: '\udc00' } }),
    refuse('line break in a header', 'X-Request-ID', { operation: 'getHealth', headers: { 'X-Request-ID': 'a\r\nb' } }),
    refuse('a header outside of Latin-1', 'X-Request-ID', { operation: 'getHealth', headers: { 'X-Request-ID': '€' } }),
    refuse('no body', 'body', { operation: 'registerWallet' }),
  ];
}

/** Every code of the catalogue at a status that it may have, and with a pause. */
function errorCodes(): Vector[] {
  const statuses: Readonly<Record<string, number>> = {
    change: 400,
    state: 409,
    wait: 429,
    repeat: 502,
    check: 502,
    operator: 501,
  };
  return Object.entries(ADVICE_OF_CODE).map(([code, advice], index) => {
    const status = statuses[advice] ?? 500;
    const headers: Record<string, string> = index % 2 === 0 ? { 'retry-after': String(index) } : {};
    const details = index % 3 === 0 ? ['amount must be above 0', 'outcome is required'] : [];
    const pause = index % 2 === 0 ? index * 1000 : null;
    return {
      ...{ name: `code ${code}`, call: HEALTH, requests: 1 },
      answers: [{ status, headers, json: { error: { code, message: 'No.', details, more: { a: 1 } } } }],
      result: { code, status, retry_after_ms: pause, details },
    };
  });
}

function answers(): Vector[] {
  const fails = (name: string, answer: ScriptedAnswer, result: Vector['result'], call: Call = HEALTH): Vector => ({
    ...{ name: `answer: ${name}`, call, answers: [answer], result, requests: 1 },
  });
  const html = { text: '<html>', headers: { 'content-type': 'text/html' } };
  const unexpected = { code: 'unexpected_answer' };
  const none = { code: 'no_answer', status: null, retryable: true, transient: true };
  const slow = { ...HEALTH, timeout: 0.4 };
  return [
    ...[301, 302, 303, 307, 308].flatMap((status) =>
      [HEALTH, { do: 'request', operation: 'confirmIntent', path: { intent_id: 'i' } } as const].map((call) =>
        fails(`${status} of ${call.operation}`, { status, headers: { location: '/elsewhere' } }, REDIRECTED, call),
      ),
    ),
    ...[400, 404, 429, 500, 501, 502, 503, 504].map((status) =>
      fails(`HTML ${status}`, { ...html, status }, { ...unexpected, status }),
    ),
    fails(
      'HTML 503 with Retry-After',
      { ...html, status: 503, headers: { 'retry-after': '7' } },
      { ...unexpected, retry_after_ms: 7000 },
    ),
    fails(
      'Retry-After as a date',
      { status: 503, json: {}, headers: { 'retry-after': 'Fri, 27 Nov 2026 10:00:00 GMT' } },
      { retry_after_ms: null },
    ),
    fails(
      'broken JSON',
      { text: '{"a":', headers: { 'content-type': 'application/json' } },
      { ...unexpected, status: 200 },
    ),
    fails(
      'NaN',
      { text: '{"a":NaN}', headers: { 'content-type': 'application/json' } },
      { ...unexpected, status: 200 },
    ),
    fails('empty JSON', { text: '', headers: { 'content-type': 'application/json' } }, { ...unexpected, status: 200 }),
    fails('broken JSON of an error', { status: 409, text: '{"error":', headers: {} }, { ...unexpected, status: 409 }),
    fails('an error that is no object', { status: 409, json: { error: 'no' } }, { ...unexpected, status: 409 }),
    fails(
      'an error without a code',
      { status: 409, json: { error: { message: 'no' } } },
      { ...unexpected, status: 409 },
    ),
    fails('an error without a message', { status: 409, json: { error: { code: 'x' } } }, { code: 'x', status: 409 }),
    fails(
      'details that are no texts',
      { status: 400, json: { error: { code: 'x', details: [1, 'two', null] } } },
      { details: ['two'] },
    ),
    fails(
      'an unknown code',
      { status: 403, json: { error: { code: 'new_code', message: 'New.' } } },
      { code: 'new_code', retryable: false },
    ),
    fails('a list', { json: [1, 'ü'] }, { answer: [1, 'ü'] }),
    fails(
      'an unknown value',
      { json: { market: { status: 'PAUSED', extra: 1 } } },
      { answer: { market: { status: 'PAUSED', extra: 1 } } },
    ),
    fails('text', { text: 'plain ü', headers: { 'content-type': 'text/plain' } }, { answer: 'plain ü' }),
    fails(
      'a byte order mark',
      { text: '\ufeff{"a":1}', headers: { 'content-type': 'application/json' } },
      { answer: { a: 1 } },
    ),
    fails('chunks', { json: { long: 'x'.repeat(5000) }, fault: 'chunked' }, { answer: { long: 'x'.repeat(5000) } }),
    fails('a cut body', { json: { a: 'bcdef' }, fault: 'cut' }, none),
    fails('cut chunks', { json: { a: 'bcdef' }, fault: 'cut-chunked' }, none),
    fails('no answer', { fault: 'drop' }, none),
    fails('a slow answer', { json: { a: 'x'.repeat(100) }, fault: 'trickle' }, none, slow),
    fails('an answer that never comes', { fault: 'hang' }, none, slow),
  ];
}

const REDIRECTED = { code: 'argument_invalid', argument: 'base_url', retryable: false, transient: false };
