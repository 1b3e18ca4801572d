import { expect } from '@jest/globals';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { newMarket } from '../../../../test/conformance/support/bodies.js';
import { exchange, type RawResponse } from '../../../../test/conformance/support/raw-socket.js';

const FRONT_END = 'https://app.example.com';
const BODY = JSON.stringify(newMarket());

interface Sending {
  host?: string;
  origin?: string;
  type?: string | null;
  method?: string;
  path?: string;
}

/** Sends headers that `fetch` refuses to set. */
function send(api: TestApi, { method = 'POST', path = '/markets', ...sending }: Sending): Promise<RawResponse> {
  const { host = new URL(api.url).host, origin, type = 'application/json' } = sending;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
    ...(method !== 'POST' || type === null ? [] : [`Content-Type: ${type}`]),
    ...(method === 'POST' ? [`Content-Length: ${Buffer.byteLength(BODY)}`] : []),
  ];
  return exchange(api.url, `${lines.join('\r\n')}\r\n\r\n${method === 'POST' ? BODY : ''}`);
}

const outcomeOf = ({ status, body }: RawResponse): unknown[] => [status, body?.error?.code];

describe('requests of foreign pages', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({
      NODE_ENV: 'production',
      CORS_ALLOWED_ORIGINS: [FRONT_END],
      ALLOWED_HOSTS: ['Presage.internal'],
    });
  });
  afterAll(() => api.stop());

  it.each([
    'https://evil.example',
    'null',
    'file://',
    ':::',
    'http://localhost:3000',
    'http://127.0.0.1:1',
    `${FRONT_END}.evil.example`,
  ])('refuses a POST of Origin %s, and writes nothing', async (origin) => {
    const count = () => api.database.query('SELECT count(*) FROM markets');
    const before = await count();
    const answer = await send(api, { origin });
    expect(outcomeOf(answer)).toEqual([403, 'origin_forbidden']);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(await count()).toEqual(before);
  });

  it('refuses a POST of a foreign origin without a body', async () => {
    const answer = await send(api, { origin: 'https://evil.example', path: '/agent/wallets/agent_alice_01/disable' });
    expect(outcomeOf(answer)).toEqual([403, 'origin_forbidden']);
  });

  it('accepts a POST of an allowed origin, of its own, and of no browser', async () => {
    const own = new URL(api.url);
    for (const origin of [FRONT_END, own.origin, undefined]) {
      expect((await send(api, origin === undefined ? {} : { origin })).status).toBe(201);
    }
    const named = { host: 'presage.internal', origin: 'https://presage.internal:443' };
    expect((await send(api, named)).status).toBe(201);
  });

  it('answers reads of any origin, without letting its page see them', async () => {
    const answer = await send(api, { method: 'GET', origin: 'https://evil.example' });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  it.each(['evil.example', 'rebind.evil.example:4000', '127.0.0.1.evil.example', '192.0.2.1', '0.0.0.0:4000', '[::2]'])(
    'refuses every method and path with Host %s',
    async (host) => {
      for (const [method, path] of [
        ['GET', '/markets'],
        ['GET', '/health'],
        ['GET', '/nothing'],
        ['OPTIONS', '/markets'],
        ['POST', '/markets'],
      ] as const) {
        const answer = await send(api, { method, path, host, origin: `http://${host}` });
        expect([method, path, ...outcomeOf(answer)]).toEqual([method, path, 403, 'host_forbidden']);
      }
    },
  );

  it.each(['localhost', 'LocalHost:4000', '127.0.0.1:4000', '127.8.9.10', '[::1]:4000', 'presage.internal:443'])(
    'accepts Host %s',
    async (host) => expect((await send(api, { method: 'GET', path: '/health', host })).status).toBe(200),
  );

  it('refuses two Host headers', async () => {
    const twice = `GET /health HTTP/1.1\r\nHost: localhost\r\nhOST: evil.example\r\n\r\n`;
    expect(outcomeOf(await exchange(api.url, twice))).toEqual([400, 'bad_request']);
  });

  it.each([null, 'text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded'])(
    'refuses a body of content type %s, which a page sends without asking',
    async (type) => {
      expect(outcomeOf(await send(api, { type }))).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('refuses a chunked body without a content type, and accepts an empty one', async () => {
    const head =
      'POST /agent/intents/agent_intent_0/confirm HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n';
    expect(outcomeOf(await exchange(api.url, `${head}\r\n2\r\n{}\r\n0\r\n\r\n`))).toEqual([
      415,
      'unsupported_media_type',
    ]);
    expect(outcomeOf(await exchange(api.url, `${head}\r\n0\r\n\r\n`))).toEqual([404, 'agent_intent_not_found']);
  });
});

describe('the Host header with AUTH_MODE=api_key', () => {
  it('may be any, because a foreign page has no key', async () => {
    const api = await startTestApi({ AUTH_MODE: 'api_key' });
    const answer = await send(api, { method: 'GET', host: 'api.example.com' });
    await api.stop();
    expect(answer.status).toBe(200);
  });
});

describe('answers', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.stop());

  it.each([
    ['GET /markets', 200],
    ['GET /nothing', 404],
    ['DELETE /markets', 405],
    ['OPTIONS /markets', 204],
    ['GET http:///health', 400],
    ['CONNECT example.com:443', 405],
    ['BREW /markets', 400],
  ])('%s are neither kept by caches nor guessed to be of another type', async (line, status) => {
    const answer = await exchange(api.url, `${line} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(answer).toMatchObject({
      status,
      headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
    });
  });
});
