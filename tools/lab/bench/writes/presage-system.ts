import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import {
  DATABASE,
  ensureDatabase,
  type RunningPostgres,
  startPostgres,
  withClient,
} from '../../../../dev/devnet/postgres/postgres.js';
import { findFreePort } from '../../../../test/support/free-ports.js';
import { migrateTestDatabase } from '../../../../test/support/stack/database-roles.js';
import { openStack } from '../../../../test/support/stack/open-stack.js';
import type { TestRun } from '../../../../test/support/stack/test-run.js';
import { sendRedisCommand, startRedis } from '../../../../test/support/redis.js';
import { type ApiAnswer, type ApiRequest, ApiClient } from '../../../support/api-client.js';
import { HttpConnection } from '../../../support/http-connection.js';
import { at, parseJson, textAt } from '../../../support/json.js';
import { BenchChain } from './bench-chain.js';
import { BuyWatcher } from './buy-watcher.js';
import type { WorkSource } from './read-work.js';
import type { WriteSystem } from './write-system.js';

const DECIMALS = 6;
const ASYNC = { prefer: 'respond-async' } as const;
const RETRY_DELAY_MS = 200;
/** Answers after which a client repeats the request. */
const BUSY = [429, 503];
const REFUSED = 409;
const STATEMENTS = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.max': '10000' };

/** Starts the product with a keystore and the queue in Redis. */
export async function openPresage(
  run: TestRun,
  wallets: number,
  redisProgram: string,
): Promise<WriteSystem & { readonly work: WorkSource }> {
  const { folder, runFolder } = run;
  const postgres = await startDurablePostgres(run);
  const redisPort = await findFreePort();
  const logFile = path.join(folder, 'redis.log');
  const redis = await startRedis({ program: redisProgram, port: redisPort, logFile, runFolder });
  const stack = await openStack({
    ...{ run, databaseUrl: postgres.url(DATABASE), databaseIsReady: true, custody: 'keystore', metrics: true },
    env: { QUEUE_URL: redis.url, PROVIDER_POSTS_PER_S: '' }, // a keystore has no limit by default
  });
  const worker = stack.workers[0];
  const chainPid = runFolder.listLive().find(({ name }) => name === 'chain')?.pid;
  if (worker === undefined || chainPid === undefined) throw new Error('the stack has no worker or chain');
  const chain = await BenchChain.open({ rpcUrl: stack.rpcUrl, deployment: stack.deployment, pid: chainPid });
  const connection = new HttpConnection(Number(new URL(stack.api.url).port), 256);
  const send = async (request: ApiRequest): Promise<ApiAnswer> => {
    const { status, body } = await connection.send(request);
    return { status, headers: new Headers(), body: parseJson(body) };
  };
  const client = new ApiClient(send);
  const agents: { agentId: string; address: string }[] = [];
  while (agents.length < wallets) {
    const agentId = `agent_bench_${agents.length}`;
    const address = await client.registerWallet(agentId);
    await chain.fund(address);
    agents.push({ agentId, address });
  }
  const runId = randomUUID().slice(0, 8);
  const watcher = new BuyWatcher(chain);
  void watcher.run();
  return {
    ...{ name: 'Presage', chain, watcher, wallets },
    work: {
      databaseUrl: postgres.url(DATABASE),
      redisPort,
      metricsUrls: [stack.metricsUrls.api, ...stack.metricsUrls.workers],
    },
    pids: () => ({ API: stack.api.pid, worker: worker.pid, PostgreSQL: postgres.pid, Redis: redis.pid }),
    submit: async (wallet, amount) => {
      const agent = agents[wallet];
      const body = {
        ...{ agent_id: agent?.agentId, user_wallet: agent?.address, action: 'buy_yes', market_id: 'bench' },
        ...{ market_contract_address: chain.market, amount: (amount / 10 ** DECIMALS).toFixed(DECIMALS) },
        source_client: 'bench',
      };
      for (let tries = 0, refusals = 0; ; tries += 1) {
        if (tries > 0) await delay(RETRY_DELAY_MS);
        const key = { client_request_id: `${runId}-${amount}-${refusals}` };
        const answer = await client.post('/agent/actions', { ...body, ...key }, ASYNC);
        if (answer.status < 300) return textAt(answer.body, 'intent', 'intent_id');
        // Nothing was accepted: the chain could not be read.
        if (answer.status === REFUSED) refusals += 1;
        else if (!BUSY.includes(answer.status)) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
      }
    },
    readState: async (intentId) => {
      const { body } = await send({ method: 'GET', path: `/agent/intents/${intentId}` });
      const status = at(body, 'intent', 'status');
      return status === 'executed' ? 'mined' : status === 'failed' ? 'failed' : 'pending';
    },
    killWorker: async () => {
      await worker.kill('SIGKILL');
      await worker.start();
    },
    flushQueue: async () => void (await sendRedisCommand(redisPort, 'FLUSHALL')),
    stop: async () => {
      watcher.stop();
      await stack.stop();
    },
  };
}

/** Starts a PostgreSQL whose commits wait for the disk, as in production, and which counts statements. */
async function startDurablePostgres({ folder, runFolder }: TestRun): Promise<RunningPostgres> {
  const postgres = await startPostgres({
    ...{
      dataDir: path.join(folder, 'postgres'),
      logFile: path.join(folder, 'postgres.log'),
      port: await findFreePort(),
    },
    ...{ password: new Secret(randomBytes(16).toString('hex')), runFolder, durable: true, settings: STATEMENTS },
  });
  const databaseUrl = postgres.url(DATABASE);
  await ensureDatabase(postgres.url('postgres'), DATABASE);
  await withClient(databaseUrl, (client) => client.query('CREATE EXTENSION pg_stat_statements'));
  await migrateTestDatabase({ databaseUrl, inherited: inheritedEnvironment(), runFolder });
  return postgres;
}
