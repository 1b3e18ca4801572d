import { AnswerChecker, listEncodings } from './check-answer.js';
import type { WireAnswer } from './wire-answer.js';

const SECRET = 'hunter2:very/secret?';
const ENVELOPE = { error: { code: 'market_not_found', message: 'There is no market with this id.' } };
const checker = new AnswerChecker({ secrets: listEncodings(SECRET), privateTexts: [Buffer.from('agent_private')] });

function answer(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'x-request-id': 'an-id', 'content-type': 'application/json; charset=utf-8', ...headers };
  return { status, headers: Object.entries(all), body: Buffer.from(text), size: 0 };
}

function listFaults(
  given: WireAnswer,
  { sentId = null as string | null, isHead = false, isStranger = false, types = ['application/json'] } = {},
): readonly string[] {
  return checker.check({ answer: given, sentId, isHead, isStranger, types }).faults;
}

describe('AnswerChecker', () => {
  it('accepts correct answers', () => {
    expect(listFaults(answer(200, { markets: [] }))).toEqual([]);
    expect(listFaults(answer(404, ENVELOPE), { sentId: 'an-id' })).toEqual([]);
    expect(listFaults(answer(404, undefined), { isHead: true })).toEqual([]);
    expect(listFaults(answer(204, undefined))).toEqual([]);
    expect(listFaults(answer(502, { error: { code: 'agent_execution_failed', message: 'No.' } }))).toEqual([]);
  });

  it.each<[string, WireAnswer, string]>([
    ['an internal error', answer(500, { error: { code: 'internal_error', message: 'x' } }), '500 internal_error'],
    [
      'an unavailable database',
      answer(503, { error: { code: 'database_unavailable', message: 'x' } }),
      '503 database_unavailable',
    ],
    ['an error without the envelope', answer(400, { message: 'no' }), '400 without the error envelope'],
    ['extra fields beside the envelope', answer(404, { ...ENVELOPE, stack: [] }), '404 without the error envelope'],
    ['a code of another status', answer(400, ENVELOPE), '400 market_not_found, which is not in the catalogue'],
    [
      'an unknown code',
      answer(400, { error: { code: 'toString', message: '' } }),
      '400 toString, which is not in the catalogue',
    ],
    ['a body that is not JSON', answer(200, '<html>'), 'a body that is not JSON'],
    ['another content type', answer(200, {}, { 'content-type': 'text/html' }), 'content-type text/html'],
    ['no request id', answer(200, {}, { 'x-request-id': '' }), 'no valid X-Request-ID'],
    ['a body of a 204', answer(204, 'x'), 'an unexpected body'],
    ['a stack trace', answer(400, { at: 'Error: x\n    at run (/srv/app/main.js:1:2)' }), 'internals'],
    ['a path of the product', answer(200, { at: '/srv/dist/apps/api/src/main.js' }), 'internals'],
    ['a database message', answer(200, { note: 'invalid input syntax for type uuid' }), 'internals'],
  ])('reports %s', (_what, given, fault) => {
    expect(listFaults(given)).toContain(fault);
  });

  it('accepts another content type only for a success that documents it', () => {
    const page = (status: number): WireAnswer =>
      answer(status, '<!doctype html>', { 'content-type': 'text/html; charset=utf-8' });
    expect(listFaults(page(200), { types: ['text/html', 'application/json'] })).toEqual([]);
    expect(listFaults(page(404), { types: ['text/html', 'application/json'] })).toEqual([
      'content-type text/html; charset=utf-8',
    ]);
  });

  it('reports an X-Request-ID other than the one sent', () => {
    expect(listFaults(answer(200, {}), { sentId: 'mine' })).toEqual(['an X-Request-ID other than the one sent']);
    expect(listFaults(answer(200, {}), { sentId: '\u00ff' })).toEqual([]);
  });

  it.each(listEncodings(SECRET).map((form) => [form.toString()]))('reports the secret written as %s', (form) => {
    expect(listFaults(answer(200, { note: `x${form}x` }))).toEqual(['a secret']);
    expect(listFaults(answer(200, {}, { location: `/${form}` }))).toEqual(['a secret']);
  });

  it('reports an agent of another account in an answer to a stranger', () => {
    const given = answer(200, { agent_wallet: { agent_id: 'agent_private' } });
    expect(listFaults(given)).toEqual([]);
    expect(listFaults(given, { isStranger: true })).toEqual(['an agent of another account']);
  });

  it('accepts an own agent whose id begins like that of another account', () => {
    const given = answer(200, { agent_wallet: { agent_id: 'agent_private-' } });
    expect(listFaults(given, { isStranger: true })).toEqual([]);
  });

  it('accepts a page that has not changed, which has no body', () => {
    expect(listFaults(answer(304, '', { 'content-type': 'text/html' }))).toEqual([]);
    expect(listFaults(answer(304, 'x'))).toEqual(['an unexpected body']);
  });
});
