import { openEngineFixture, type EngineFixture } from '../../../../../test/support/engine-fixture.js';
import { Secret } from '@app/common';
import { findFreePort } from '../../../../../test/support/free-ports.js';
import { startTestApi, testSettings, type TestApi } from '../../../../../test/api/start-test-api.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../create-app.js';

/** Requests refused for a reason, by the API's metrics. */
async function shedCount(metricsPort: number, reason: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, count = '0'] =
    new RegExp(`^presage_http_requests_shed_total\\{reason="${reason}"\\} (\\d+)$`, 'm').exec(text) ?? [];
  return Number(count);
}

describe('an API whose database is overloaded', () => {
  let api: TestApi;
  let metricsPort: number;
  beforeAll(async () => {
    metricsPort = await findFreePort();
    api = await startTestApi({
      DATABASE_POOL_MAX: 2,
      DATABASE_CONNECT_TIMEOUT_MS: 60_000,
      METRICS_PORT: metricsPort,
    });
  });
  afterAll(() => api.stop());

  /** Locks the markets table. @returns a function that unlocks it */
  async function lockMarkets(): Promise<() => Promise<void>> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let onLocked = (): void => undefined;
    const locked = new Promise<void>((resolve) => (onLocked = resolve));
    const transaction = api.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE markets IN ACCESS EXCLUSIVE MODE');
      onLocked();
      await released;
    });
    await locked;
    return () => {
      release();
      return transaction;
    };
  }

  it('refuses excess requests with 503, the envelope and Retry-After, and serves the rest', async () => {
    const release = await lockMarkets();
    const headers = { 'x-request-id': 'mine', origin: 'http://localhost:3000' };
    const requests = Array.from({ length: 320 }, () => fetch(`${api.url}/markets`, { headers }));
    const first = await Promise.race(requests);
    expect(first.status).toBe(503);
    expect(first.headers.get('retry-after')).toBe('1');
    expect(first.headers.get('x-request-id')).toBe('mine');
    expect(first.headers.get('vary')).toBe('Origin');
    expect(first.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    expect(await first.json()).toEqual({
      error: { code: 'overloaded', message: 'The service is overloaded; retry later.' },
    });
    expect((await fetch(`${api.url}/health`)).status).toBe(200);

    await release();
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    const served = statuses.filter((status) => status === 200).length;
    expect(served).toBeGreaterThanOrEqual(8);
    expect(statuses.filter((status) => status === 503)).toHaveLength(320 - served);
    expect(await shedCount(metricsPort, 'database')).toBe(320 - served);
    while ((await fetch(`${api.url}/markets`)).status !== 200);
  });

  it('reads the body of a refused request, so that the connection stays usable', async () => {
    const release = await lockMarkets();
    const held = Array.from({ length: 320 }, () => fetch(`${api.url}/markets`));
    await Promise.race(held);
    const body = JSON.stringify({ title: 'x'.repeat(50_000) });
    const content = { 'content-type': 'application/json' };
    const refused = await fetch(`${api.url}/markets`, { method: 'POST', headers: content, body });
    expect(refused.status).toBe(503);
    await refused.arrayBuffer();
    await release();
    await Promise.all(held);
    while ((await fetch(`${api.url}/markets`)).status !== 200);
  });
});

describe('an API whose workers are overloaded', () => {
  let fixture: EngineFixture;
  let app: NestFastifyApplication;
  let url: string;
  let metricsPort: number;
  beforeAll(async () => {
    fixture = await openEngineFixture();
    for (let lane = 0; lane < 2; lane += 1) {
      const { agentId } = await fixture.wallet();
      await fixture.accept(await fixture.intent(agentId));
    }
    await fixture.database.query(`UPDATE executions SET created_at = now() - interval '2 minutes'`);
    metricsPort = await findFreePort();
    const settings = { ...testSettings(), LANES_BEHIND_S: 60, METRICS_PORT: metricsPort };
    app = await createApp({ ...settings, DATABASE_URL: new Secret(fixture.databaseUrl) });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app.close();
    await fixture.close();
  });

  const execute = (): Promise<Response> =>
    fetch(`${url}/agent/intents/agent_intent_${'0'.repeat(24)}/execute`, { method: 'POST' });

  it('refuses execute, and nothing else, until they have caught up', async () => {
    let refused = await execute();
    while (refused.status !== 503) refused = await execute();
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await shedCount(metricsPort, 'lanes')).toBeGreaterThan(0);
    expect((await fetch(`${url}/markets`)).status).toBe(200);
    await fixture.database.query(`UPDATE executions SET waiting_for = 'block'`);
    while ((await execute()).status === 503);
    expect((await execute()).status).toBe(404);
  });
});
