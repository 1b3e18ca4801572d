import { Writable } from 'node:stream';
import { PRODUCT_VERSION } from '@app/config';
import { type HealthServer, Logger } from '@app/observability';
import type { Database } from '@app/persistence';
import { findFreePort } from '../../../test/support/free-ports.js';
import { openPostgresQueue, type QueueConnection, type QueueFixture } from '../../../test/support/queue/queue-stack.js';
import { createHealthServer } from './health-server.js';

/** Answer of a database that is ready. */
const ANSWER = [{ isLost: false, version: 'PostgreSQL 15.18' }];

describe('HealthServer', () => {
  let ping: () => Promise<unknown>;
  let rpc: { servesOtherChain: boolean };
  let server: HealthServer;
  let url: string;
  let logged: unknown[];
  let fixture: QueueFixture;
  let queue: QueueConnection;

  beforeAll(async () => {
    fixture = await openPostgresQueue();
    queue = await fixture.open();
  });
  afterAll(async () => {
    await queue?.close();
    await fixture?.close();
  });

  beforeEach(async () => {
    ping = () => Promise.resolve(ANSWER);
    rpc = { servesOtherChain: false };
    const port = await findFreePort();
    const database = { query: () => ping() } as unknown as Database;
    logged = [];
    const destination = new Writable({
      write: (line: Buffer, _encoding, done) => {
        logged.push(JSON.parse(line.toString()));
        done();
      },
    });
    const log = Logger.create({ app: 'test', level: 'info', format: 'json', destination });
    server = createHealthServer({ host: '127.0.0.1', port }, { database, rpc, dashboard: queue.dashboard, log });
    await server.onApplicationBootstrap();
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(() => server.onApplicationShutdown());

  async function get(path: string): Promise<[status: number, answer: string]> {
    const response = await fetch(url + path);
    const body = (await response.json()) as { status?: string; error?: { code: string } };
    return [response.status, body.status ?? body.error?.code ?? ''];
  }

  it('answers ok while the database does, with or without a query', async () => {
    for (const path of ['/health', '/readyz', '/health?probe=1', '/readyz?probe=1']) {
      expect(await get(path)).toEqual([200, 'ok']);
    }
    expect(await get('/elsewhere')).toEqual([404, 'not_found']);
  });

  it('states the version', async () => {
    expect(await (await fetch(`${url}/health`)).json()).toEqual({ status: 'ok', version: PRODUCT_VERSION });
    expect(logged).toMatchObject([{ event: 'worker.ready', version: PRODUCT_VERSION }]);
  });

  it('is healthy but not ready while the database is unreachable', async () => {
    ping = () => Promise.reject(new Error('unreachable'));
    expect(await get('/readyz')).toEqual([503, 'database_unavailable']);
    expect(await get('/health')).toEqual([200, 'ok']);
    ping = () => Promise.resolve(ANSWER);
    expect(await get('/readyz')).toEqual([200, 'ok']);
  });

  it('sends one ping for all probes while the database does not answer', async () => {
    const answers: (() => void)[] = [];
    ping = () => new Promise((resolve) => answers.push(() => resolve(ANSWER)));
    const probes = await Promise.all([get('/readyz'), get('/readyz')]);
    expect([...probes, await get('/readyz')]).toEqual(Array(3).fill([503, 'database_unavailable']));
    expect(await get('/health')).toEqual([200, 'ok']);
    expect(answers).toHaveLength(1);
    ping = () => Promise.resolve(ANSWER);
    answers.forEach((answer) => answer());
    expect(await get('/readyz')).toEqual([200, 'ok']);
  });

  it('is healthy but not ready while the node serves another chain', async () => {
    rpc.servesOtherChain = true;
    expect(await get('/readyz')).toEqual([503, 'agent_execution_config_invalid']);
    expect(await get('/health')).toEqual([200, 'ok']);
  });

  it('shows the queues in a page that loads nothing from elsewhere', async () => {
    const page = await fetch(`${url}/queues`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const html = await page.text();
    const [, script = ''] = /src="(static\/js\/main[^"]+)"/.exec(html) ?? [];
    const [, base = ''] = /<base href="([^"]+)"/.exec(html) ?? [];
    const loaded = await fetch(new URL(script, new URL(base, url)));
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    const list = await fetch(`${url}/queues/api/queues?activeQueue=lanes&status=delayed&page=1&jobsPerPage=5`);
    expect(await list.json()).toMatchObject({ queues: [{ name: 'lanes', jobs: [] }, { name: 'tasks' }] });
    expect(await get('/queues/none')).toEqual([404, 'not_found']);
  });

  it.each(['', '/api/queues', '/static/images/logo.svg'])('lets no page frame /queues%s', async (path) => {
    const page = await fetch(`${url}/queues${path}`);
    expect([page.status, Object.fromEntries(page.headers)]).toMatchObject([
      200,
      {
        'content-security-policy': expect.stringMatching(/^default-src 'self'; .*frame-ancestors 'none'/),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      },
    ]);
  });

  it('changes no queue', async () => {
    const pause = await fetch(`${url}/queues/api/queues/lanes/pause`, { method: 'PUT' });
    const empty = await fetch(`${url}/queues/api/queues/lanes/empty`, { method: 'PUT' });
    expect([pause.status, empty.status]).toEqual([405, 405]);
  });

  it('is healthy but not ready during shutdown', async () => {
    server.beforeApplicationShutdown();
    expect(await get('/readyz')).toEqual([503, 'overloaded']);
    expect(await get('/health')).toEqual([200, 'ok']);
  });
});
