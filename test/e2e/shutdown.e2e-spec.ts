import { Secret } from '@app/common';
import { findFreePort } from '../../apps/devnet/src/processes/ports.js';
import { findRedis, type RunningRedis, startRedis } from '../../tools/stack/redis.js';
import { openStack, type Stack } from '../../tools/stack/open-stack.js';
import { TcpProxy } from '../../tools/support/tcp-proxy.js';
import { createTestDatabase } from '../support/index.js';
import { testRun } from '../support/test-run.js';
import { AgentClient } from './support/agent-client.js';
import { ChainClient } from './support/chain-client.js';

type Server = 'PostgreSQL' | 'Redis';

const redisProgram = findRedis();
const servers: Server[] = redisProgram === null ? ['PostgreSQL'] : ['PostgreSQL', 'Redis'];

describe('the end of API and worker', () => {
  const lines = new Map<Server, TcpProxy>();
  let stack: Stack;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let redis: RunningRedis | undefined;
  let alice: AgentClient;
  let market: object;

  beforeAll(async () => {
    database = await createTestDatabase();
    const databaseUrl = await through('PostgreSQL', database.url);
    const env: Record<string, string> = {};
    if (redisProgram !== null) env.QUEUE_URL = await through('Redis', await startQueue(redisProgram));
    stack = await openStack({ run: testRun(), databaseUrl: new Secret(databaseUrl), env });
    const chain = new ChainClient(stack.rpcUrl);
    alice = new AgentClient(stack.api.url, 'agent_alice_01');
    await alice.setUp();
    const { body } = await alice.run('create_market', {
      market_id: 'ending',
      question: 'Will it end in time?',
      close_timestamp: String((await chain.now()) + 3600),
      resolver: alice.address,
      collateral_token: stack.deployment.collateral,
    });
    market = { market_id: 'ending', market_contract_address: body.execution.market_contract_address };
    chain.close();
  });

  afterAll(async () => {
    for (const line of lines.values()) line.heal();
    await stack?.stop();
    for (const line of lines.values()) await line.close();
    await redis?.stop(1_000);
    await database?.drop();
  });

  /** The same address, but by way of a line that can be cut. */
  async function through(server: Server, address: string): Promise<string> {
    const url = new URL(address);
    const line = await TcpProxy.open({ port: Number(url.port) });
    lines.set(server, line);
    url.port = String(line.port);
    return url.href;
  }

  async function startQueue(program: string): Promise<string> {
    const { folder, runFolder } = testRun();
    const port = await findFreePort();
    redis = await startRedis({ program, port, logFile: `${folder}/redis-${port}.log`, runFolder });
    return redis.url;
  }

  it.each(servers.flatMap((server) => [[server, 'refuse'] as const, [server, 'blackHole'] as const]))(
    'comes of itself, with work in hand, when the line to %s was made to %s',
    async (server, how) => {
      const intentId = await alice.confirmed('buy_yes', { ...market, amount: '1' });
      await alice.execute(intentId, { prefer: 'respond-async' });
      lines.get(server)?.[how]();
      const processes = [stack.api, ...stack.workers];
      const exits = await Promise.all(
        processes.map(async (process) => {
          await process.kill('SIGTERM');
          return process.exited;
        }),
      );
      // A database that takes statements and answers none is given up when the process's time is over.
      const isGivenUp = server === 'PostgreSQL' && how === 'blackHole';
      expect(exits).toEqual(processes.map(() => ({ code: isGivenUp ? 1 : 0, signal: null })));
      lines.get(server)?.heal();
      await Promise.all(processes.map((process) => process.start()));
    },
  );
});
