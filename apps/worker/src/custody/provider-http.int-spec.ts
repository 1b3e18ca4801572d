import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { Secret } from '@app/common';
import { correlate, Logger, Metrics, UpstreamCalls } from '@app/observability';
import { LONG_TIMEOUT_MS } from '../../../../test/support/long-timeout.js';
import { ProviderHttp } from './provider-http.js';

const REQUEST_ID = 'a6a5e9d6-1c5f-4c8e-8a3f-0d6d2b7c1e55';

function formatUrl(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return formatUrl(server);
}

describe('ProviderHttp', () => {
  let server: Server;
  let http: ProviderHttp;
  const received: IncomingHttpHeaders[] = [];
  /** Facts of failed calls, as operators see them in the log. */
  const warnings: Record<string, unknown>[] = [];
  let answer: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: '{"data":{}}' };
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const { outcome, httpStatus, providerCode, reason } = JSON.parse(chunk.toString()) as Record<string, unknown>;
      warnings.push({ outcome, httpStatus, providerCode, reason });
      done();
    },
  });
  const log = Logger.create({ app: 'test', level: 'warn', format: 'json', destination });
  const calls = new UpstreamCalls('provider', Metrics.off(), log);
  const open = (baseUrl: string, timeoutMs: number) =>
    new ProviderHttp({ baseUrl, apiKey: new Secret('key'), timeoutMs, calls });
  const callOn = (one: ProviderHttp): Promise<unknown> => one.call({ operation: 'probe', method: 'GET', path: '/v1' });

  beforeAll(async () => {
    server = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    http = open(await listen(server), LONG_TIMEOUT_MS);
  });
  beforeEach(() => warnings.splice(0));
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  it('passes the request id on when it is a UUID', async () => {
    await correlate({ requestId: REQUEST_ID }, () => callOn(http));
    await correlate({ requestId: 'my own id\u00a0' }, () => callOn(http));
    await callOn(http);
    expect(received.map((headers) => headers['x-request-id'])).toEqual([REQUEST_ID, undefined, undefined]);
  });

  it.each([
    [429, '{}', { outcome: 'limited', httpStatus: 429, providerCode: null }],
    [400, '{"code":2,"message":"upstream text"}', { outcome: 'refused', httpStatus: 400, providerCode: 2 }],
    [503, 'gone', { outcome: 'failed', httpStatus: 503, providerCode: null }],
    [200, '{"da', { outcome: 'no_answer', reason: 'unreadable' }],
  ])('rejects the answer %d %s and warns with %j', async (status, body, warning) => {
    answer = { status, body };
    await expect(callOn(http)).rejects.toThrow('probe did not succeed');
    expect(warnings).toEqual([warning]);
  });

  it.each(['http://', 'http://provider.test:99999/'])(
    'takes a list whose next page is <%s> for unreadable',
    async (next) => {
      answer = { status: 200, body: '{"data":{}}', headers: { link: `<${next}>; rel="next"` } };
      await expect(callOn(http)).rejects.toThrow('probe did not succeed');
      expect(warnings).toEqual([{ outcome: 'no_answer', reason: 'unreadable' }]);
    },
  );

  it('sends no read until the Retry-After of a limited one has passed, and sends writes', async () => {
    const limited = open(formatUrl(server), LONG_TIMEOUT_MS);
    answer = { status: 429, body: '{}', headers: { 'retry-after': '60' } };
    const before = received.length;
    await expect(callOn(limited)).rejects.toMatchObject({
      failure: { facts: { httpStatus: 429 }, retryAfterMs: 60_000 },
    });
    answer = { status: 200, body: '{"data":{}}' };
    const refused = expect.objectContaining({ retryAfterMs: expect.any(Number) });
    await expect(callOn(limited)).rejects.toMatchObject({ failure: refused });
    expect(received.length - before).toBe(1);
    await limited.call({ operation: 'write', method: 'POST', path: '/v1', body: {} });
    expect(received.length - before).toBe(2);
  });

  it('sends reads again after the Retry-After', async () => {
    const limited = open(formatUrl(server), LONG_TIMEOUT_MS);
    answer = { status: 429, body: '{}', headers: { 'retry-after': '0' } };
    await expect(callOn(limited)).rejects.toThrow();
    answer = { status: 200, body: '{"data":{}}' };
    await callOn(limited);
  });

  it('follows no redirect, which could carry the key elsewhere', async () => {
    answer = { status: 307, body: '{"data":{}}', headers: { location: '/elsewhere' } };
    const before = received.length;
    await expect(callOn(http)).rejects.toThrow();
    expect(received.length - before).toBe(1);
    expect(warnings).toEqual([{ outcome: 'refused', httpStatus: 307, providerCode: null }]);
  });

  it('takes a change of the protocol for a broken connection', async () => {
    const upgrading = createServer((_request, response) => {
      response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end();
    });
    await expect(callOn(open(await listen(upgrading), LONG_TIMEOUT_MS))).rejects.toThrow();
    upgrading.close();
    expect(warnings).toEqual([{ outcome: 'no_answer', reason: 'connection' }]);
  });

  it('keeps its connection, and says who it is and what it can read', async () => {
    let connections = 0;
    server.on('connection', () => (connections += 1));
    answer = { status: 204, body: '' };
    for (let calls = 0; calls < 3; calls += 1) {
      expect(await callOn(http)).toEqual({ data: undefined, nextPath: null });
    }
    expect(connections).toBeLessThan(2);
    expect(received.at(-1)).toMatchObject({
      ...{ 'user-agent': 'presage', accept: 'application/json', 'accept-encoding': 'identity' },
    });
  });

  it('does not warn of 404', async () => {
    answer = { status: 404, body: '{"code":156003}' };
    await expect(callOn(http)).rejects.toThrow();
    expect(warnings).toEqual([]);
  });

  it('tells a timeout from a broken connection', async () => {
    let respond: RequestListener = () => undefined;
    const silent = createServer((request, response) => respond(request, response));
    const baseUrl = await listen(silent);
    await expect(callOn(open(baseUrl, 50))).rejects.toThrow();
    respond = (_request, response) => void response.writeHead(200).write('{"data":');
    await expect(callOn(open(baseUrl, 50))).rejects.toThrow();
    respond = (_request, response) => void response.writeHead(200).write('{', () => response.destroy());
    await expect(callOn(open(baseUrl, LONG_TIMEOUT_MS))).rejects.toThrow();
    silent.close();
    silent.closeAllConnections();
    await expect(callOn(open(baseUrl, LONG_TIMEOUT_MS))).rejects.toThrow();
    expect(warnings).toEqual([
      { outcome: 'timeout', reason: 'timeout' },
      { outcome: 'timeout', reason: 'timeout' },
      { outcome: 'no_answer', reason: 'connection' },
      { outcome: 'no_answer', reason: 'connection' },
    ]);
  });
});
