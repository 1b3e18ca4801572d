import { formsOf, Judge } from './judge.js';
import type { WireAnswer } from './wire/wire-answer.js';

const SECRET = 'hunter2:very/secret?';
const ENVELOPE = { error: { code: 'market_not_found', message: 'There is no market with this id.' } };
const judge = new Judge(formsOf(SECRET));

function answer(status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const all = { 'x-request-id': 'an-id', 'content-type': 'application/json; charset=utf-8', ...headers };
  return { status, headers: Object.entries(all), body: Buffer.from(text), size: 0 };
}

function faultsOf(
  given: WireAnswer,
  { sentId = null as string | null, isHead = false, types = ['application/json'] } = {},
): readonly string[] {
  return judge.judge({ answer: given, sentId, isHead, types }).faults;
}

describe('Judge', () => {
  it('has nothing to say against what keeps the promises', () => {
    expect(faultsOf(answer(200, { markets: [] }))).toEqual([]);
    expect(faultsOf(answer(404, ENVELOPE), { sentId: 'an-id' })).toEqual([]);
    expect(faultsOf(answer(404, undefined), { isHead: true })).toEqual([]);
    expect(faultsOf(answer(204, undefined))).toEqual([]);
    expect(faultsOf(answer(502, { error: { code: 'agent_execution_failed', message: 'No.' } }))).toEqual([]);
  });

  it.each<[string, WireAnswer, string]>([
    ['a failure of ours', answer(500, { error: { code: 'internal_error', message: 'x' } }), '500 internal_error'],
    ['an outage', answer(503, { error: { code: 'database_unavailable', message: 'x' } }), '503 database_unavailable'],
    ['an error without the envelope', answer(400, { message: 'no' }), '400 without the envelope'],
    ['more than the envelope', answer(404, { ...ENVELOPE, stack: [] }), '404 without the envelope'],
    ['a code of another status', answer(400, ENVELOPE), '400 market_not_found, which the catalogue does not have'],
    [
      'a code that is none',
      answer(400, { error: { code: 'toString', message: '' } }),
      '400 toString, which the catalogue does not have',
    ],
    ['what is no JSON', answer(200, '<html>'), 'a body that is no JSON'],
    ['another type', answer(200, {}, { 'content-type': 'text/html' }), 'content-type text/html'],
    ['no request id', answer(200, {}, { 'x-request-id': '' }), 'no valid X-Request-ID'],
    ['a body where none belongs', answer(204, 'x'), 'a body where there is none'],
    ['a stack', answer(400, { at: 'Error: x\n    at run (/srv/app/main.js:1:2)' }), 'something of our insides'],
    ['a file of ours', answer(200, { at: '/srv/dist/apps/api/src/main.js' }), 'something of our insides'],
    ['what the database says', answer(200, { note: 'invalid input syntax for type uuid' }), 'something of our insides'],
  ])('finds %s', (_what, given, fault) => {
    expect(faultsOf(given)).toContain(fault);
  });

  it('takes a page where one is described, and nowhere else', () => {
    const page = (status: number): WireAnswer =>
      answer(status, '<!doctype html>', { 'content-type': 'text/html; charset=utf-8' });
    expect(faultsOf(page(200), { types: ['text/html', 'application/json'] })).toEqual([]);
    expect(faultsOf(page(404), { types: ['text/html', 'application/json'] })).toEqual([
      'content-type text/html; charset=utf-8',
    ]);
  });

  it('finds an id that is not the one that was sent', () => {
    expect(faultsOf(answer(200, {}), { sentId: 'mine' })).toEqual(['another X-Request-ID than was sent']);
    expect(faultsOf(answer(200, {}), { sentId: '\u00ff' })).toEqual([]);
  });

  it.each(formsOf(SECRET).map((form) => [form.toString()]))('finds a secret written as %s', (form) => {
    expect(faultsOf(answer(200, { note: `x${form}x` }))).toEqual(['a secret']);
    expect(faultsOf(answer(200, {}, { location: `/${form}` }))).toEqual(['a secret']);
  });
});
