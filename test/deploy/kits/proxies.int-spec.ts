import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type Server } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { API_FIELDS } from '../../../libs/config/src/api.settings.js';
import { DATABASE, ensureDatabase } from '../../../dev/devnet/postgres/postgres.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { openStack, type Stack } from '../../support/stack/open-stack.js';
import { TestRun } from '../../support/stack/test-run.js';
import { ApiClient, type ApiAgent } from '../../../tools/support/api-client.js';
import { at } from '../../../tools/support/json.js';
import { eventually } from '../../support/eventually.js';
import { HOST, type ProxyName, type RunningProxy, sendOver, startProxy } from './sample-proxy.js';

const NAMES: readonly ProxyName[] = ['nginx', 'caddy'];
/** Per client and minute. The other tests send each request from another address. */
const RATE_LIMIT = 20;
/** Time in which the API answers after EXECUTE_WAIT_MS at the latest. */
const MARGIN_S = 15;

const portOf = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address.port;
};

describe('the sample of a proxy', () => {
  it.each([
    ['nginx.conf', /proxy_read_timeout (\d+)s/],
    ['Caddyfile', /response_header_timeout (\d+)s/],
  ])('%s waits longer than the longest EXECUTE_WAIT_MS', (file, setting) => {
    const [, timeout = ''] = setting.exec(readFileSync(path.join(PROJECT_ROOT, 'deploy/proxies', file), 'utf8')) ?? [];
    const [, longestMs = ''] = / to (\d+)$/.exec(API_FIELDS.EXECUTE_WAIT_MS.form) ?? [];
    expect(Number(timeout)).toBeGreaterThan(Number(longestMs) / 1_000 + MARGIN_S);
  });

  it.each([
    ['nginx.conf', /fail_timeout=(\d+)s/g, 2],
    ['Caddyfile', /fail_duration (\d+)s/g, 1],
  ])('%s uses a process again before an upgrade replaces the next one', (file, setting, count) => {
    const read = (name: string): string => readFileSync(path.join(PROJECT_ROOT, name), 'utf8');
    const [, pause = ''] = /readyz && sleep (\d+)/.exec(read('docs/upgrading.md')) ?? [];
    const away = [...read(`deploy/proxies/${file}`).matchAll(setting)].map(([, seconds]) => Number(seconds));
    expect(away).toHaveLength(count);
    expect(Number(pause)).toBeGreaterThan(Math.max(...away));
  });
});

describe.each(NAMES)('%s before processes that fail', (name) => {
  const posts: string[] = [];
  let servers: Server[];
  let proxy: RunningProxy;

  /** A process that ends the connection of a POST, or answers 502 as for a failed execution. */
  async function startServer(): Promise<Server> {
    const server = http.createServer((request, response) => {
      if (request.method === 'POST') posts.push(request.url ?? '');
      if (request.url === '/dies') return void request.socket.destroy();
      response.writeHead(request.url === '/fails' ? 502 : 200, { 'content-type': 'application/json' });
      response.end('{}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  beforeAll(async () => {
    servers = [await startServer(), await startServer()];
    const [first, second] = servers.map(portOf);
    proxy = await startProxy(name, [first ?? 0, second ?? 0]);
  });
  beforeEach(() => void posts.splice(0));
  afterAll(async () => {
    await proxy.stop();
    for (const server of servers) server.close();
  });

  it('does not repeat a POST whose process died', async () => {
    const { status } = await proxy.send({ method: 'POST', path: '/dies', body: {} });
    expect(status).toBeGreaterThanOrEqual(502);
    expect(posts).toEqual(['/dies']);
  });

  it('does not repeat a POST that was answered with 502', async () => {
    expect((await proxy.send({ method: 'POST', path: '/fails', body: {} })).status).toBe(502);
    expect(posts).toEqual(['/fails']);
  });

  it('sends requests to the other process while one is away', async () => {
    servers[0]?.closeAllConnections();
    servers[0]?.close();
    // The proxy may take both for away after the POST whose process died.
    await eventually(
      () => proxy.send({ method: 'GET', path: '/readyz' }),
      ({ status }) => status === 200,
    );
    for (let count = 0; count < 10; count += 1) {
      expect((await proxy.send({ method: 'POST', path: '/works', body: {} })).status).toBe(200);
    }
    expect(posts).toEqual(Array.from({ length: 10 }, () => '/works'));
  });
});

describe.each(NAMES)('%s before the API', (name) => {
  let run: TestRun;
  let stack: Stack;
  let proxy: RunningProxy;
  let api: ApiClient;
  let agent: ApiAgent;

  beforeAll(async () => {
    run = await TestRun.begin(path.join(PROJECT_ROOT, '.cache/test-runs'), process.pid);
    const postgres = await run.startPostgres();
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    const env = { TRUSTED_PROXIES: '127.0.0.1', ALLOWED_HOSTS: HOST, RATE_LIMIT: String(RATE_LIMIT) };
    stack = await openStack({ run, databaseUrl: postgres.url(DATABASE), apis: 2, env });
    const [first, second] = stack.apis.map(({ url }) => Number(new URL(url).port));
    proxy = await startProxy(name, [first ?? 0, second ?? 0]);
    api = new ApiClient(proxy.send);
    agent = await api.setUpAgent(`agent_${name}`);
  });
  afterAll(async () => {
    await proxy.stop();
    await stack.stop();
    await run.end();
  });

  const createMarket = async (): Promise<unknown> => {
    const intentId = await api.createConfirmedIntent(agent, 'create_market', {
      market_id: randomUUID(),
      question: 'Does the proxy wait for an execution?',
      close_timestamp: String(Math.floor(Date.now() / 1000) + 86_400),
      resolver: agent.address,
      collateral_token: stack.deployment.collateral,
    });
    const { status, body } = await api.executeIntent(intentId);
    return { status, execution: at(body, 'execution', 'status') };
  };

  it('waits for an execution, and passes an event on while its stream is open', async () => {
    const opened = https.get({
      ...proxy.options,
      agent: false,
      path: `/agent/events/${agent.agentId}`,
      headers: { host: HOST, accept: 'text/event-stream' },
    });
    const stream = await new Promise<IncomingMessage>((resolve, reject) =>
      opened.once('response', resolve).once('error', reject),
    );
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    try {
      expect(await createMarket()).toEqual({ status: 200, execution: 'executed' });
      const frames = await eventually(
        () => Promise.resolve(text),
        (received) => received.includes('event: execution.executed'),
      );
      expect(frames).toContain('id: ');
      expect(stream.complete).toBe(false);
    } finally {
      opened.on('error', () => undefined).destroy();
    }
  });

  it('passes the host name on: the API takes POSTs from its own origin only', async () => {
    const post = (origin: string): Promise<{ status: number }> =>
      proxy.send({ method: 'POST', path: '/agent/intents', body: {}, headers: { origin } });
    expect((await post('https://evil.example')).status).toBe(403);
    expect((await post(`https://${HOST}`)).status).toBe(400);
  });

  it('lets no other host name through', async () => {
    const other = sendOver({ ...proxy.options, servername: 'evil.example' }, { method: 'GET', path: '/markets' });
    await expect(other).rejects.toThrow(/alert|handshake|reset|hang up/i);
    const forged = await sendOver(proxy.options, {
      method: 'GET',
      path: '/markets',
      headers: { host: 'evil.example' },
    }).catch(() => null);
    expect([forged?.headers.get('x-request-id') ?? null, forged?.body]).toEqual([null, undefined]);
  });

  it('sends browsers to https, and tells them to stay there', async () => {
    const { headers } = await api.get('/readyz');
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+$/);
    const redirected = await new Promise<IncomingMessage>((resolve, reject) =>
      http
        .get({ host: '127.0.0.1', port: proxy.httpPort, path: '/markets?limit=1', headers: { host: HOST } }, resolve)
        .once('error', reject),
    );
    redirected.resume();
    expect(redirected.statusCode).toBeGreaterThanOrEqual(301);
    expect(redirected.headers.location).toMatch(/^https:\/\/presage\.example\.net(:\d+)?\/markets\?limit=1$/);
  });

  it('tells the API the address of the client, whatever the client says of itself', async () => {
    const ask = async (localAddress: string, forged: string): Promise<number> => {
      const request = { method: 'GET', path: '/markets?limit=1', headers: { 'x-forwarded-for': forged } } as const;
      return (await sendOver({ ...proxy.options, localAddress }, request)).status;
    };
    let asked = 0;
    while (asked < 10 * RATE_LIMIT && (await ask('127.0.0.2', `203.0.113.${asked % 200}`)) !== 429) asked += 1;
    expect(asked).toBeLessThan(10 * RATE_LIMIT);
    expect(await ask('127.0.0.3', '127.0.0.2')).toBe(200);
  });
});
