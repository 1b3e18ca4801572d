import { expect } from '@jest/globals';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { eventually } from '../../../../test/support/eventually.js';
import { TcpProxy } from '../../../../tools/support/tcp-proxy.js';

describe('an API that starts before its database', () => {
  it('waits for it', async () => {
    let proxy: TcpProxy | undefined;
    const api = await startTestApi({
      reachDatabaseBy: async (url) => {
        const direct = new URL(url);
        proxy = await TcpProxy.open({ host: direct.hostname, port: Number(direct.port) });
        proxy.refuse(2);
        return Object.assign(direct, { hostname: '127.0.0.1', port: String(proxy.port) }).href;
      },
    });
    expect(proxy?.isRefusing).toBe(false);
    expect((await new Client(api.url).get('/markets')).status).toBe(200);
    await api.stop();
    await proxy?.close();
  });
});

describe('an API whose database server lost its data folder', () => {
  it('is not ready, although statements without tables succeed', async () => {
    const api = await startTestApi();
    const client = new Client(api.url);
    const [{ file = '' } = {}] = await api.database.query<{ file: string }>(
      `SELECT pg_relation_filepath('schema_migrations') AS file`,
    );
    /** Renames a file in the server's data folder, which is the folder of its processes. */
    const move = (from: string, to: string) =>
      api.database.query(`COPY (SELECT 1) TO PROGRAM 'cat > /dev/null; mv ${from} ${to}'`);
    expect((await client.get('/readyz')).status).toBe(200);
    await move(file, `${file}.away`);
    expectError(await client.get('/readyz'), 503, 'database_unavailable');
    await move(`${file}.away`, file);
    expect((await client.get('/readyz')).status).toBe(200);
    await api.stop();
  });
});

describe('an API without a database', () => {
  let proxy: TcpProxy;
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi({
      DATABASE_CONNECT_TIMEOUT_MS: 1_500,
      reachDatabaseBy: async (url) => {
        const direct = new URL(url);
        proxy = await TcpProxy.open({ host: direct.hostname, port: Number(direct.port) });
        return Object.assign(direct, { hostname: '127.0.0.1', port: String(proxy.port) }).href;
      },
    });
    client = new Client(api.url);
  });

  afterAll(async () => {
    await api.stop();
    await proxy.close();
  });

  async function expectReady(): Promise<void> {
    await eventually(
      () => client.get('/readyz'),
      ({ status }) => status === 200,
    );
  }

  it.each(['refuse', 'blackHole'] as const)('answers 503 with the proxy fault %s, and recovers', async (fault) => {
    await expectReady();
    proxy[fault]();
    expectError(await client.get('/readyz'), 503, 'database_unavailable');
    expect((await client.get('/health')).status).toBe(200);
    for (const path of ['/agent/wallets/agent_alice_01', '/markets']) {
      const read = await client.get(path);
      expectError(read, 503, 'database_unavailable');
      expect(read.headers.get('retry-after')).toBe('1');
    }
    proxy.heal();
    await expectReady();
    expect((await client.get('/markets')).status).toBe(200);
  });
});
