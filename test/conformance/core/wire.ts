import { expect } from '@jest/globals';
import { createMarket, newMarket } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import { UNKNOWN_ID } from '../support/ids.js';
import type { Product } from '../support/product.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const ID = 'agent_wire_tests';

/** Every path with its methods. */
const PATHS: [string, string[]][] = [
  ['/health', ['GET']],
  ['/readyz', ['GET']],
  ['/schema/validate', ['GET']],
  ['/chain/contract', ['GET']],
  ['/openapi.json', ['GET']],
  ['/docs', ['GET']],
  ['/markets', ['GET', 'POST']],
  [`/markets/${UNKNOWN_ID}`, ['GET']],
  [`/markets/${UNKNOWN_ID}/quote`, ['GET']],
  [`/markets/${UNKNOWN_ID}/history`, ['GET']],
  [`/markets/${UNKNOWN_ID}/positions`, ['GET']],
  [`/markets/${UNKNOWN_ID}/resolution`, ['GET']],
  [`/markets/${UNKNOWN_ID}/settlements`, ['GET']],
  [`/users/${UNKNOWN_ID}/positions`, ['GET']],
  [`/users/${UNKNOWN_ID}/settlements`, ['GET']],
  ['/trade-intents', ['POST']],
  ['/agent/markets', ['GET']],
  // GET reads an onboarding whose id is the last segment.
  ['/agent/onboarding/start', ['GET', 'POST']],
  ['/agent/onboarding/verify', ['GET', 'POST']],
  [`/agent/onboarding/${ID}`, ['GET']],
  ['/agent/wallets', ['POST']],
  [`/agent/wallets/${ID}`, ['GET']],
  [`/agent/wallets/${ID}/balance`, ['GET']],
  [`/agent/wallets/${ID}/faucet`, ['POST']],
  [`/agent/wallets/${ID}/disable`, ['POST']],
  ['/agent/intents', ['GET', 'POST']],
  ['/agent/actions', ['POST']],
  [`/agent/intents/${ID}`, ['GET']],
  [`/agent/intents/${ID}/confirm`, ['POST']],
  [`/agent/intents/${ID}/execute`, ['POST']],
  [`/agent/intents/${ID}/cancel`, ['POST']],
  [`/agent/intents/${ID}/executions`, ['GET']],
  [`/agent/sessions/${ID}`, ['GET']],
  [`/agent/portfolio/${ID}`, ['GET']],
  [`/agent/activity/${ID}`, ['GET']],
];

export function wire({ client: api }: Product): void {
  describe('the wire', () => {
    describe('404 not_found', () => {
      it.each([
        '/index.html',
        '/nothing',
        '/market',
        '/markets/',
        '/MARKETS',
        '/markets//positions',
        '/agent',
        '/%zz',
        '/..%2f',
        '/%00',
      ])('answers %s', async (path) => {
        expectError(await api.get(path), 404, 'not_found');
      });

      it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('answers %s before reading the body', async (method) => {
        const answer = await api.send('/nothing', { method, headers: { 'content-type': 'text/plain' }, body: '{' });
        expectError(answer, 404, 'not_found');
      });
    });

    describe('405 method_not_allowed', () => {
      it.each(PATHS)('lists the methods of %s', async (path, methods) => {
        const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort().join(', ');
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !methods.includes(name))) {
          const answer = await api.send(path, { method });
          expectError(answer, 405, 'method_not_allowed');
          expect(answer.headers.get('allow')).toBe(allowed);
        }
      });
    });

    describe('HEAD and OPTIONS', () => {
      it('answers HEAD like GET, without the body', async () => {
        const { id } = await createMarket(api);
        const response = await fetch(`${api.baseUrl}/markets/${id}`, { method: 'HEAD' });
        expect({ status: response.status, body: await response.text() }).toEqual({ status: 200, body: '' });
        expect((await fetch(`${api.baseUrl}/markets/${UNKNOWN_ID}`, { method: 'HEAD' })).status).toBe(404);
      });

      it('lists the methods of a path for OPTIONS', async () => {
        const answer = await api.send('/markets', { method: 'OPTIONS' });
        expect(answer).toMatchObject({ status: 204, body: null });
        expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
        expectError(await api.send('/nothing', { method: 'OPTIONS' }), 404, 'not_found');
      });
    });

    describe('413 payload_too_large', () => {
      const padded = (bytes: number): string => {
        const body = JSON.stringify(newMarket({ padding: '' }));
        return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - body.length)}"`);
      };

      it('accepts a body of 64 KiB', async () => {
        const answer = await api.send('/markets', { method: 'POST', headers: JSON_TYPE, body: padded(65_536) });
        expect(answer.status).toBe(201);
      });

      it.each([65_537, 1_000_000, 8_000_000])('refuses a body of %d bytes', async (bytes) => {
        const answer = await api.send('/markets', { method: 'POST', headers: JSON_TYPE, body: padded(bytes) });
        expectError(answer, 413, 'payload_too_large');
      });
    });

    describe('415 unsupported_media_type', () => {
      it.each([
        'text/plain',
        'text/json',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'application/jsonx',
        'application/octet-stream',
        'json',
        '*/*',
      ])('refuses a body of type %s', async (type) => {
        const headers = { 'content-type': type };
        const answer = await api.send('/markets', { method: 'POST', headers, body: JSON.stringify(newMarket()) });
        expectError(answer, 415, 'unsupported_media_type');
      });

      it('refuses a compressed body', async () => {
        const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
        const answer = await api.send('/markets', { method: 'POST', headers, body: JSON.stringify(newMarket()) });
        expectError(answer, 415, 'unsupported_media_type');
      });

      it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json ;v=1'])(
        'takes %s',
        async (type) => {
          const headers = { 'content-type': type };
          const answer = await api.send('/markets', { method: 'POST', headers, body: JSON.stringify(newMarket()) });
          expect(answer.status).toBe(201);
        },
      );

      it('refuses a body without a type, and accepts a POST without a body', async () => {
        const body = new TextEncoder().encode(JSON.stringify(newMarket()));
        expectError(await api.send('/markets', { method: 'POST', body }), 415, 'unsupported_media_type');
        const confirm = '/agent/intents/agent_intent_00000000000000000000000000000000/confirm';
        expectError(await api.send(confirm, { method: 'POST' }), 404, 'agent_intent_not_found');
      });
    });

    describe('hostile bodies', () => {
      it.each([
        ['lists', '['.repeat(30_000) + ']'.repeat(30_000)],
        ['objects', '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
      ])('validates %s nested ten thousand deep', async (_what, body) => {
        expectError(
          await api.send('/markets', { method: 'POST', headers: JSON_TYPE, body }),
          400,
          'invalid_market_request',
        );
      });

      it.each([
        ['a deep value in a field', `{"title":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
        ['a prototype', '{"__proto__":{"title":"x","chain":"c"}}'],
        ['a constructor', '{"constructor":{"prototype":{"title":"x"}}}'],
        ['duplicate keys', '{"title":"x","title":7}'],
        ['a huge number', `{"title":1e999}`],
      ])('validates %s', async (_what, body) => {
        expectError(
          await api.send('/markets', { method: 'POST', headers: JSON_TYPE, body }),
          400,
          'invalid_market_request',
        );
      });
    });

    describe('X-Request-ID', () => {
      const echo = async (path: string, id: string, method = 'GET'): Promise<string | null> =>
        (await api.send(path, { method, headers: { 'x-request-id': id } })).headers.get('x-request-id');

      it.each(['a', 'b-1/2 {"x"}', 'x'.repeat(200), '~!@#$%^&*()'])('echoes %s', async (id) => {
        expect(await echo('/health', id)).toBe(id);
      });

      it('echoes it on errors and preflights', async () => {
        expect(await echo('/nothing', 'mine')).toBe('mine');
        expect(await echo('/markets', 'mine', 'DELETE')).toBe('mine');
        expect(await echo('/markets', 'mine', 'OPTIONS')).toBe('mine');
        expect(await echo(`/markets/${UNKNOWN_ID}`, 'mine')).toBe('mine');
      });

      it.each(['x'.repeat(201), 'caf\u00e9', 'tab\there'])('replaces %j', async (id) => {
        expect(await echo('/health', id)).toMatch(/^[0-9a-f-]{36}$/);
      });

      it('generates one per request', async () => {
        const ids = await Promise.all(
          Array.from({ length: 5 }, async () => (await api.get('/health')).headers.get('x-request-id')),
        );
        expect(new Set(ids).size).toBe(5);
      });
    });
  });
}
