import { expect } from '@jest/globals';
import { Secret } from '@app/common';
import { startTestApi, testSettings, type TestApi } from '../../../../test/api/start-test-api.js';
import { ApiApp } from '../create-app.js';
import { RateLimitsRepository } from './rate-limits.repository.js';

const LIMIT = 5;

describe('RATE_LIMIT', () => {
  let api: TestApi;
  let second: ApiApp;
  let secondUrl: string;

  beforeAll(async () => {
    const settings = { RATE_LIMIT: LIMIT, TRUSTED_PROXIES: ['127.0.0.0/8'] };
    api = await startTestApi(settings);
    second = await ApiApp.create({ ...testSettings(), ...settings, DATABASE_URL: new Secret(api.databaseUrl) });
    secondUrl = await second.listen('127.0.0.1', 0);
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

  it('serves a minute’s requests at once and refuses the rest, with the envelope and the time to wait', async () => {
    expect(await statuses(LIMIT, () => get('192.0.2.1'))).toEqual(Array.from({ length: LIMIT }, () => 200));
    const refused = await get('192.0.2.1');
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ error: { code: 'rate_limited', message: expect.any(String) } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60 / LIMIT);
    expect(refused.headers.get('x-request-id')).toBe('mine');
    expect(refused.headers.get('vary')).toBe('Origin');
  });

  it('counts for all processes together, simultaneous requests too', async () => {
    const answered = await statuses(4 * LIMIT, (index) =>
      get('192.0.2.2', '/markets', index % 2 ? api.url : secondUrl),
    );
    expect(answered.filter((status) => status === 200)).toHaveLength(LIMIT);
    expect(answered.filter((status) => status === 429)).toHaveLength(3 * LIMIT);
  });

  it('counts writes before it reads them', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.3', 'content-type': 'application/json' };
    const send = () => fetch(`${api.url}/markets`, { method: 'POST', body: '{', headers });
    expect((await statuses(LIMIT + 1, send)).at(-1)).toBe(429);
  });

  it('counts each address for itself, and an IPv6 network as one', async () => {
    await statuses(LIMIT, () => get('192.0.2.4'));
    expect((await get('192.0.2.5')).status).toBe(200);
    const network = await statuses(LIMIT + 1, (index) => get(`2001:db8:0:1::${index + 1}`));
    expect(network.at(-1)).toBe(429);
    expect((await get('2001:db8:0:2::1')).status).toBe(200);
  });

  it('never refuses /health and /readyz', async () => {
    await statuses(LIMIT + 1, () => get('192.0.2.6'));
    expect((await get('192.0.2.6', '/health')).status).toBe(200);
    expect((await get('192.0.2.6', '/readyz')).status).toBe(200);
  });

  it('gives requests back evenly', async () => {
    await statuses(LIMIT, () => get('192.0.2.7'));
    const pass = (seconds: number) =>
      api.database.query(`UPDATE rate_limits SET spent_until = spent_until - $1 * interval '1 second'`, [seconds]);
    await pass(60 / LIMIT);
    expect(await statuses(2, () => get('192.0.2.7'))).toEqual([200, 429]);
  });

  it('forgets a client who has all requests back', async () => {
    await get('192.0.2.8');
    await api.database.query(`UPDATE rate_limits SET spent_until = now() - interval '1 s' WHERE client = '192.0.2.8'`);
    await new RateLimitsRepository(api.database).sweep();
    expect(await api.database.query(`SELECT FROM rate_limits WHERE client = '192.0.2.8'`)).toEqual([]);
  });

  it('lets through what it cannot count', async () => {
    await statuses(LIMIT + 1, () => get('192.0.2.9'));
    await api.database.query('ALTER TABLE rate_limits RENAME TO hidden');
    const answer = await get('192.0.2.9');
    await api.database.query('ALTER TABLE hidden RENAME TO rate_limits');
    expect(answer.status).toBe(200);
  });
});

describe('without TRUSTED_PROXIES', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ RATE_LIMIT: LIMIT });
  });
  afterAll(() => api.stop());

  it('believes the connection and no header', async () => {
    const send = (index: number) => fetch(`${api.url}/markets`, { headers: { 'x-forwarded-for': `192.0.2.${index}` } });
    const answers = await Promise.all(Array.from({ length: LIMIT + 1 }, (_, index) => send(index)));
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
  });
});
