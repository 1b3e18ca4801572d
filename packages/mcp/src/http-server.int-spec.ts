import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { formatUrl, serveHttp } from './http-server.js';

describe('MCP over HTTP', () => {
  let server: Server;
  let url: URL;

  beforeAll(async () => {
    server = await serveHttp({ baseUrl: 'http://127.0.0.1:1', allowedHosts: [], host: '127.0.0.1', port: 0 });
    url = new URL(formatUrl(server));
  });
  afterAll(() => {
    server?.close();
    server?.closeAllConnections();
  });

  /** Sends a request with these bytes as its target. @returns the status line */
  async function requestTarget(target: string, host = 'localhost'): Promise<string> {
    const socket = connect(Number(url.port), url.hostname);
    socket.end(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text.split('\r\n', 1)[0] ?? '';
  }
  const post = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

  it.each(['//', '///', '/\\', 'http://[', '/%', '/mcp/..', '/health/', '*'])(
    'answers the target %s',
    async (target) => {
      expect(await requestTarget(target)).toBe('HTTP/1.1 404 Not Found');
      for (const health of ['/health?a=//', 'http://localhost/health']) {
        expect(await requestTarget(health)).toBe('HTTP/1.1 200 OK');
      }
    },
  );

  it('refuses a Host and an Origin that are not allowed', async () => {
    for (const host of ['rebind.evil.example', '[', 'localhost.evil.example']) {
      expect(await requestTarget('/mcp', host)).toBe('HTTP/1.1 403 Forbidden');
    }
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      expect((await post('{}', { origin })).status).toBe(403);
    }
  });

  it('states the address of each client to the API, after those that the client has named', async () => {
    const seen: unknown[] = [];
    const api = createServer((request, response) => {
      seen.push(request.headers['x-forwarded-for']);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"code":"market_not_found"}}');
    }).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const { port } = api.address() as AddressInfo;
    const mcp = await serveHttp({ baseUrl: `http://127.0.0.1:${port}`, allowedHosts: [], host: '127.0.0.1', port: 0 });
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_market', arguments: { market: 'm' } },
    };
    const accept = 'application/json, text/event-stream';
    for (const named of ['', '192.0.2.7']) {
      const headers = new Headers({ 'content-type': 'application/json', accept });
      if (named !== '') headers.set('x-forwarded-for', named);
      await (await fetch(formatUrl(mcp), { method: 'POST', body: JSON.stringify(call), headers })).text();
    }
    for (const one of [api, mcp]) one.close().closeAllConnections();
    expect(seen).toEqual(['127.0.0.1', '192.0.2.7, 127.0.0.1']);
  });

  it('takes arguments that are null for none', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_market', arguments: null } };
    const answer = await post(JSON.stringify(call), { accept: 'application/json, text/event-stream' });
    expect(await answer.text()).toContain('market is missing');
  });

  describe('answers a call', () => {
    const body = (params: object): string => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const call = { name: 'quote_bet', arguments: {} };
    const progress = { ...call, _meta: { progressToken: 1 } };

    it.each([
      ['application/json', call, 'application/json'],
      ['application/json, text/event-stream', call, 'application/json'],
      ['*/*', call, 'application/json'],
      ['text/event-stream', call, 'text/event-stream'],
      ['application/json, text/event-stream', progress, 'text/event-stream'],
      ['application/json', progress, 'application/json'],
    ])('to a client that accepts %s with %j as %s', async (accept, params, type) => {
      const response = await post(body(params), { accept });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      const text = await response.text();
      const message: unknown = JSON.parse(
        type === 'text/event-stream' ? (/^data: (.*)$/m.exec(text)?.[1] ?? '') : text,
      );
      expect(message).toMatchObject({ jsonrpc: '2.0', id: 1, result: { isError: true } });
    });

    it('with 406 to a client that accepts neither', async () => {
      expect((await post(body(call), { accept: 'text/html' })).status).toBe(406);
    });

    it('which is a notification with 202', async () => {
      const notification = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
      expect((await post(notification, { accept: 'application/json' })).status).toBe(202);
    });
  });

  it('refuses a body above 64 KiB', async () => {
    expect((await post(JSON.stringify({ padding: ' '.repeat(65_536) }))).status).toBe(413);
  });
});
