import { request } from 'node:http';
import { Logger } from '../logger.js';
import { jsonAnswer, ManagementServer } from './management-server.js';

describe('ManagementServer', () => {
  let server: ManagementServer;
  let url: string;

  beforeEach(async () => {
    server = new ManagementServer(
      {
        '/ok': () => jsonAnswer(200, { status: 'ok' }),
        '/text': () => Promise.resolve({ status: 200, contentType: 'text/plain', body: 'text' }),
        '/all/*': ({ path, query }) => (path === '/all/none' ? null : jsonAnswer(200, { path, query })),
        '/broken': () => Promise.reject(new Error('broken')),
      },
      Logger.create({ app: 'test', level: 'silent', format: 'json' }),
    );
    await server.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${server.port}`;
  });
  afterEach(() => server.close());

  async function get(path: string): Promise<[status: number, type: string | null, body: string]> {
    const response = await fetch(url + path);
    return [response.status, response.headers.get('content-type'), await response.text()];
  }

  it('answers its routes, with or without a query', async () => {
    const ok = [200, 'application/json; charset=utf-8', '{"status":"ok"}'];
    expect(await get('/ok')).toEqual(ok);
    expect(await get('/ok?probe=1')).toEqual(ok);
    expect(await get('/text')).toEqual([200, 'text/plain', 'text']);
  });

  it('answers every path below a route with a star', async () => {
    const bodies = await Promise.all(
      ['/all', '/all/a%2Fb/c?d=e&f'].map(async (path) => JSON.parse((await get(path))[2]) as object),
    );
    expect(bodies).toEqual([
      { path: '/all', query: {} },
      { path: '/all/a%2Fb/c', query: { d: 'e', f: '' } },
    ]);
  });

  function statusUnder(host: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      request(`http://127.0.0.1:${server.port}/ok`, { headers: { host } }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end();
    });
  }

  it.each(['localhost', 'LOCALHOST:9464', '127.0.0.1:4001', '127.1.2.3', '[::1]:4001', 'worker.localhost'])(
    'answers on a loopback address under %s',
    async (host) => expect(await statusUnder(host)).toBe(200),
  );

  it.each(['evil.example', 'evil.example:4001', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])(
    'refuses on a loopback address a page that rebinds %s',
    async (host) => expect(await statusUnder(host)).toBe(403),
  );

  it('answers under every name on an address that other machines reach', async () => {
    server.close();
    await server.listen({ host: '0.0.0.0', port: 0 });
    expect(await statusUnder('worker.presage.svc:4001')).toBe(200);
  });

  it('refuses requests that could write', async () => {
    const response = await fetch(`${url}/ok`, { method: 'PUT' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${url}/ok`, { method: 'HEAD' })).status).toBe(200);
  });

  it.each(['/', '/other', '/toString', '/all/none', '/*', '/ok/*'])('answers 404 at %s', async (path) => {
    const [status, , body] = await get(path);
    expect([status, body]).toEqual([404, expect.stringContaining('not_found')]);
  });

  it('answers 500 when a route throws', async () => {
    const [status, , body] = await get('/broken');
    expect([status, body]).toEqual([500, expect.not.stringContaining('broken')]);
  });

  it('closes more than once', () => {
    server.close();
    expect(() => server.close()).not.toThrow();
    expect(server.port).toBeNull();
  });
});
