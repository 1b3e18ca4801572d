import { Logger } from '@app/observability';
import { jsonAnswer, ManagementServer } from './management-server.js';

describe('ManagementServer', () => {
  let server: ManagementServer;
  let url: string;

  beforeEach(async () => {
    server = new ManagementServer(
      {
        '/ok': () => jsonAnswer(200, { status: 'ok' }),
        '/text': () => Promise.resolve({ status: 200, contentType: 'text/plain', body: 'text' }),
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

  it.each(['/', '/other', '/toString'])('answers 404 at %s', async (path) => {
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
