import { Secret } from '@app/common';
import { Redactor } from './redactor.js';

const PLANTED = 'pl4nted+Secret/Value=';
const BYTES = Buffer.from(PLANTED);
const FORMS = [
  PLANTED,
  BYTES.toString('base64'),
  BYTES.toString('base64url'),
  BYTES.toString('hex'),
  BYTES.toString('hex').toUpperCase(),
  encodeURIComponent(PLANTED),
];
const ANY = new RegExp(FORMS.map((form) => form.replace(/=+$/, '').replace(/[+/=]/g, '\\$&')).join('|'), 'i');

/** Places where a secret may appear. */
const PLACES: [where: string, hide: (value: string) => Record<string, unknown>][] = [
  ['a field', (value) => ({ detail: value })],
  ['the middle of a text', (value) => ({ detail: `before ${value} after` })],
  ['a nested object', (value) => ({ a: { b: { c: value } } })],
  ['an array', (value) => ({ list: ['x', [value], { deep: value }] })],
  ['an error’s message', (value) => ({ error: new Error(value) })],
  ['an error’s cause', (value) => ({ error: new Error('outer', { cause: new Error('inner', { cause: value }) }) })],
  ['an error’s cause that is an object', (value) => ({ error: new Error('outer', { cause: { body: [value] } }) })],
  ['a URL’s user', (value) => ({ url: `postgres://presage:${value}@127.0.0.1/presage` })],
  ['a URL object', (value) => ({ url: new URL(`http://host/?q=${encodeURIComponent(value)}`) })],
  ['a URL’s query', (value) => ({ url: `http://host/path?a=1&api_key=${value}&b=2` })],
  ['an object with toJSON', (value) => ({ thing: { toJSON: () => ({ inside: value }) } })],
  ['a buffer', (value) => ({ bytes: Buffer.from(value) })],
];

describe('Redactor', () => {
  const redactor = new Redactor([PLANTED]);

  it.each(PLACES)('redacts a known secret in %s, in every encoding', (_where, hide) => {
    for (const form of FORMS) {
      const text = JSON.stringify(redactor.fields(hide(form)));
      expect(text).not.toMatch(ANY);
    }
  });

  it.each([
    ['a field name', { apiKey: 'x', nested: { entity_secret: ['x'], Authorization: { of: 'x' } }, otp: 123456 }],
    ['a scheme', { header: 'Bearer x', other: 'authorization: basic x' }],
    ['a URL’s user', { url: 'redis://:x@host:6379', more: 'see amqp://a:x@b and http://c:x@d/e' }],
    ['a parameter', { url: '/path?access_token=x&page=2', more: 'http://h/?sig=x' }],
    ['the Secret type', { value: new Secret('x') }],
  ])('redacts an unknown secret recognised by %s', (_by, fields) => {
    const text = JSON.stringify(new Redactor().fields(fields));
    expect(text).not.toMatch(/\bx\b|123456/);
  });

  it('redacts the secret part of an API key anywhere in a text', () => {
    const key = `presage_0123456789ab_${'aB3_-'.repeat(9).slice(0, 43)}`;
    expect(redactor.text(`X-Request-ID was ${key}.`)).toBe('X-Request-ID was presage_0123456789ab_[redacted].');
    expect(redactor.text('presage_http_requests_total')).toBe('presage_http_requests_total');
  });

  it.each([
    ['a parameter after a question mark', '/path?a?token=x'],
    ['a parameter within another one', '/?next=http://h/?api_key=x'],
    ['a secret parameter’s whole value', '/?token=x?x'],
  ])('redacts %s', (_what, text) => {
    expect(new Redactor().text(text)).not.toMatch(/x\b/);
  });

  it.each([
    ['a word before no URL', 'a'.repeat(200_000) + '://'],
    ['schemes', '://'.repeat(70_000)],
    ['question marks', '?'.repeat(200_000) + '='],
    ['names of secrets', `?${'key'.repeat(70_000)}`],
    ['white space after a scheme', `bearer${' '.repeat(200_000)}`],
    ['a long user', `://${'a'.repeat(200_000)}`],
  ])('reads %s in linear time', (_what, text) => {
    // Quadratic time would take minutes.
    expect(new Redactor().text(text)).toBe(text);
  });

  it('leaves other values unchanged', () => {
    const line = {
      event: 'http.request',
      route: '/markets/:id',
      status: 200,
      durationMs: 1.2,
      ok: true,
      nothing: null,
      hash: `0x${'ab'.repeat(32)}`,
      url: 'http://127.0.0.1:4000/markets?limit=5',
      list: [1, 'two', { three: 3n }],
    };
    expect(redactor.fields(line)).toEqual({ ...line, list: [1, 'two', { three: '3' }] });
  });

  it('reduces an error to class and code', () => {
    const error = Object.assign(new TypeError('message'), { code: 'ECONNRESET', cause: new RangeError('more') });
    expect(redactor.fields({ error })).toEqual({
      error: { errorName: 'TypeError', errorCode: 'ECONNRESET', cause: { errorName: 'RangeError', errorCode: null } },
    });
  });

  it('ends circular structures', () => {
    const circle: Record<string, unknown> = {};
    circle.again = circle;
    expect(JSON.stringify(redactor.fields({ circle }))).toContain('[deep]');
  });
});
