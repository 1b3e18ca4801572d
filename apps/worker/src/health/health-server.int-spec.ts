import { Logger } from '@app/observability';
import type { Database } from '@app/persistence';
import { findFreePort } from '../../../devnet/src/processes/ports.js';
import { HealthServer } from './health-server.js';

describe('the worker’s own port', () => {
  let ping: () => Promise<unknown>;
  let server: HealthServer;
  let url: string;

  beforeEach(async () => {
    ping = () => Promise.resolve([]);
    const port = await findFreePort();
    const database = { query: () => ping() } as unknown as Database;
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    server = new HealthServer({ host: '127.0.0.1', port }, database, log);
    await server.onApplicationBootstrap();
    url = `http://127.0.0.1:${port}`;
  });
  afterEach(() => server.onApplicationShutdown());

  async function ask(path: string): Promise<[status: number, said: string]> {
    const response = await fetch(url + path);
    const body = (await response.json()) as { status?: string; error?: { code: string } };
    return [response.status, body.status ?? body.error?.code ?? ''];
  }

  it('says ok while the database answers, however the path ends', async () => {
    for (const path of ['/health', '/readyz', '/health?probe=1', '/readyz?probe=1']) {
      expect(await ask(path)).toEqual([200, 'ok']);
    }
    expect(await ask('/elsewhere')).toEqual([404, 'not_found']);
  });

  it.each([
    ['is gone', () => Promise.reject(new Error('gone'))],
    ['never answers', () => new Promise(() => undefined)],
  ])('lives and is not ready while the database %s, and is again when it is back', async (_what, broken) => {
    ping = broken;
    expect(await ask('/readyz')).toEqual([503, 'database_unavailable']);
    expect(await ask('/health')).toEqual([200, 'ok']);
    ping = () => Promise.resolve([]);
    expect(await ask('/readyz')).toEqual([200, 'ok']);
  });

  it('lives and is not ready from the moment that it is to end', async () => {
    server.beforeApplicationShutdown();
    expect(await ask('/readyz')).toEqual([503, 'overloaded']);
    expect(await ask('/health')).toEqual([200, 'ok']);
  });
});
