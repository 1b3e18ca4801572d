import { Secret } from '@app/common';
import { findFreePort } from '../../support/free-ports.js';
import { openStack } from '../../support/stack/open-stack.js';
import { findRedis, type RunningRedis, startRedis } from '../../support/redis.js';
import { TcpProxy } from '../../../tools/support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { testRun } from '../../support/test-run.js';
import type { AgentClient } from '../support/agent-client.js';
import { type MarketReference, useProduct } from '../support/product.js';

type ServerName = 'PostgreSQL' | 'Redis';

const redisProgram = findRedis();
const servers: ServerName[] = redisProgram === null ? ['PostgreSQL'] : ['PostgreSQL', 'Redis'];

describe('the shutdown of API and worker', () => {
  const proxies = new Map<ServerName, TcpProxy>();
  let database: TestDatabase;
  let redis: RunningRedis | undefined;
  let alice: AgentClient;
  let market: MarketReference;

  afterAll(() => proxies.forEach((proxy) => proxy.heal()));

  const product = useProduct(async () => {
    database = await createTestDatabase({ demo: true });
    const databaseUrl = await throughProxy('PostgreSQL', database.url);
    const env: Record<string, string> = {};
    if (redisProgram !== null) env.QUEUE_URL = await throughProxy('Redis', await startQueue(redisProgram));
    return openStack({ run: testRun(), databaseUrl: new Secret(databaseUrl), databaseIsReady: true, env });
  });

  beforeAll(async () => {
    [alice] = (await product.fundedAgents('agent_alice_01')) as [AgentClient];
    market = await product.createMarket(alice, 'shutdown');
  });

  afterAll(async () => {
    for (const proxy of proxies.values()) await proxy.close();
    await redis?.stop(1_000);
    await database?.drop();
  });

  /** Returns the address of a proxy to this address. */
  async function throughProxy(server: ServerName, address: string): Promise<string> {
    const url = new URL(address);
    const proxy = await TcpProxy.open({ port: Number(url.port) });
    proxies.set(server, proxy);
    url.port = String(proxy.port);
    return url.href;
  }

  async function startQueue(program: string): Promise<string> {
    const { folder, runFolder } = testRun();
    const port = await findFreePort();
    redis = await startRedis({ program, port, logFile: `${folder}/redis-${port}.log`, runFolder });
    return redis.url;
  }

  it.each(servers.flatMap((server) => [[server, 'refuse'] as const, [server, 'blackHole'] as const]))(
    'completes with an execution in progress while connections to %s %s',
    async (server, how) => {
      const intentId = await alice.confirmed('buy_yes', { ...market, amount: '1' });
      await alice.execute(intentId, { prefer: 'respond-async' });
      proxies.get(server)?.[how]();
      const processes = [product.stack.api, ...product.stack.workers];
      const exits = await Promise.all(
        processes.map(async (process) => {
          await process.kill('SIGTERM');
          return process.exited;
        }),
      );
      // A statement that a silent database never answers ends with the shutdown time, and the process exits with 1.
      const codes = server === 'PostgreSQL' && how === 'blackHole' ? [0, 1] : [0];
      for (const { code, signal } of exits) {
        expect(codes).toContain(code);
        expect(signal).toBeNull();
      }
      proxies.get(server)?.heal();
      await Promise.all(processes.map((process) => process.start()));
    },
  );
});
