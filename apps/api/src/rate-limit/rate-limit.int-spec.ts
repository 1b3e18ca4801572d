import { expect } from '@jest/globals';
import { Secret } from '@app/common';
import { startTestApi, testSettings, type TestApi } from '../../../../test/api/start-test-api.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../create-app.js';
import { RateLimitRepository } from './rate-limit.repository.js';

const LIMIT = 5;

describe('RATE_LIMIT', () => {
  let api: TestApi;
  let second: NestFastifyApplication;
  let secondUrl: string;

  beforeAll(async () => {
    const settings = { RATE_LIMIT: LIMIT, TRUSTED_PROXIES: ['127.0.0.0/8'] };
    api = await startTestApi(settings);
    second = await createApp({ ...testSettings(), ...settings, DATABASE_URL: new Secret(api.databaseUrl) });
    await second.listen(0, '127.0.0.1');
    secondUrl = await second.getUrl();
  });

  afterAll(async () => {
    await second.close();
    await api.stop();
  });

  const get = (client: string, path = '/markets', url = api.url): Promise<Response> =>
    fetch(url + path, { headers: { 'x-forwarded-for': client, 'x-request-id': 'mine' } });

  async function statuses(count: number, send: (index: number) => Promise<Response>): Promise<number[]> {
    const answers = await Promise.all(Array.from({ length: count }, (_, index) => send(index)));
    return answers.map(({ status }) => status).sort();
  }

  it('admits a minute’s requests at once and refuses more with 429, the envelope and Retry-After', async () => {
    expect(await statuses(LIMIT, () => get('192.0.2.1'))).toEqual(Array.from({ length: LIMIT }, () => 200));
    const refused = await get('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ error: { code: 'rate_limited', message: expect.any(String) } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60 / LIMIT);
    expect(refused.headers.get('x-request-id')).toBe('mine');
    expect(refused.headers.get('vary')).toBe('Origin');
  });

  it('counts concurrent requests over all processes together', async () => {
    const answered = await statuses(4 * LIMIT, (index) =>
      get('192.0.2.2', '/markets', index % 2 ? api.url : secondUrl),
    );
    expect(answered.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(answered.filter((status) => status === 429)).toHaveLength(3 * LIMIT);
  });

  it('counts writes before their body is parsed', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.3', 'content-type': 'application/json' };
    const send = () => fetch(`${api.url}/markets`, { method: 'POST', body: '{', headers });
    expect((await statuses(LIMIT + 1, send)).at(-1)).toBe(429);
  });

  it.each([
    ['GET', '/nothing', 404, '192.0.2.11'],
    ['DELETE', '/markets', 405, '192.0.2.12'],
    ['OPTIONS', '/markets', 204, '192.0.2.13'],
    ['POST', '/markets', 415, '192.0.2.14'],
  ])('counts %s %s, which answers %i', async (method, path, status, client) => {
    const headers = { 'x-forwarded-for': client, 'content-type': 'text/plain' };
    const send = () => fetch(api.url + path, { method, headers, ...(method === 'POST' && { body: '{}' }) });
    expect(await statuses(LIMIT + 1, send)).toEqual([...Array.from({ length: LIMIT }, () => status), 429].sort());
  });

  it('counts each IPv4 address and each IPv6 /64 network separately', async () => {
    await statuses(LIMIT, () => get('192.0.2.4'));
    expect((await get('192.0.2.5')).status).toBe(200);
    const network = await statuses(LIMIT + 1, (index) => get(`2001:db8:0:1::${index + 1}`));
    expect(network.at(-1)).toBe(429);
    expect((await get('2001:db8:0:2::1')).status).toBe(200);
  });

  it('states the limit and what is left of it on every answer but those of probes', async () => {
    const header = ({ headers }: Response): unknown[] => [headers.get('ratelimit-policy'), headers.get('ratelimit')];
    const seen = [];
    for (const path of ['/markets', '/nothing', '/agent/wallets/x', '/docs', '/account', '/markets']) {
      seen.push(header(await get('192.0.2.21', path)));
    }
    const policy = `"requests";q=${LIMIT};w=60`;
    expect(seen).toEqual(
      [4, 3, 2, 1, 0, 0].map((left) => [policy, expect.stringMatching(`^"requests";r=${left};t=([1-9]|1[0-2])$`)]),
    );
    const refused = await get('192.0.2.21');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('ratelimit')).toBe(`"requests";r=0;t=${refused.headers.get('retry-after')}`);
    expect(header(await get('192.0.2.21', '/health'))).toEqual([null, null]);
  });

  it('tells a client its rate in GET /account', async () => {
    await get('192.0.2.22');
    const answer = await get('192.0.2.22', '/account');
    const { account } = JSON.parse(await answer.text());
    expect(account).toMatchObject({
      ...{ account_id: null, scopes: null, key_prefix: null, budgets: [] },
      rate: { requests: LIMIT, window_seconds: 60, remaining: LIMIT - 2, resets_in_seconds: expect.any(Number) },
    });
  });

  it('never refuses /health and /readyz', async () => {
    await statuses(LIMIT + 1, () => get('192.0.2.6'));
    expect((await get('192.0.2.6', '/health')).status).toBe(200);
    expect((await get('192.0.2.6', '/readyz')).status).toBe(200);
  });

  it('regains requests evenly', async () => {
    await statuses(LIMIT, () => get('192.0.2.7'));
    const pass = (seconds: number) =>
      api.database.query(`UPDATE rate_limits SET spent_until = spent_until - $1 * interval '1 second'`, [seconds]);
    await pass(60 / LIMIT);
    expect(await statuses(2, () => get('192.0.2.7'))).toEqual([200, 429]);
  });

  it('deletes a client whose allowance is full', async () => {
    await get('192.0.2.8');
    await api.database.query(`UPDATE rate_limits SET spent_until = now() - interval '1 s' WHERE client = '192.0.2.8'`);
    await new RateLimitRepository(api.database).sweep();
    expect(await api.database.query(`SELECT FROM rate_limits WHERE client = '192.0.2.8'`)).toEqual([]);
  });

  it('admits requests when the count fails', async () => {
    await statuses(LIMIT + 1, () => get('192.0.2.9'));
    await api.database.query('ALTER TABLE rate_limits RENAME TO hidden');
    const answer = await get('192.0.2.9');
    await api.database.query('ALTER TABLE hidden RENAME TO rate_limits');
    expect(answer.status).toBe(200);
    expect([answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')]).toEqual([
      `"requests";q=${LIMIT};w=60`,
      null,
    ]);
  });

  it('counts whole requests at each limit and at each use of it', async () => {
    const repository = new RateLimitRepository(api.database);
    for (const limit of [1, 7, 600]) {
      const client = `198.51.100.${limit % 251}`;
      const first = await repository.take(client, limit);
      expect(first).toEqual({ isAdmitted: true, remaining: limit - 1, resetS: Math.ceil(60 / limit) });
    }
  });
});

describe('RATE_LIMIT without TRUSTED_PROXIES', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ RATE_LIMIT: LIMIT });
  });
  afterAll(() => api.stop());

  it('uses the connection’s address and ignores X-Forwarded-For', async () => {
    const send = (index: number) => fetch(`${api.url}/markets`, { headers: { 'x-forwarded-for': `192.0.2.${index}` } });
    const answers = await Promise.all(Array.from({ length: LIMIT + 1 }, (_, index) => send(index)));
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
  });
});
