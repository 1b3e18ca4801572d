import { setTimeout as delay } from 'node:timers/promises';
import type { Secret } from '@app/common';
import { ChainRpc, EthersChain } from '@app/chain';
import type { Sql } from '@app/persistence';
import { JOB_CATALOGUE } from '@app/queue';
import { LOCAL_CHAIN_ID } from '../../../../dev/devnet/chain/chain.js';
import { connectDatabase } from '../../../../test/support/open-database.js';
import type { Figure } from '../support/report.js';
import type { BenchServers } from './bench-servers.js';
import { openQueue, type QueueAddress, startLanes } from '../../../support/engine/engine-parts.js';
import { MARKET, seedClaims } from '../../../support/engine/seed-claims.js';
import { analyzeFilled } from '../../../support/analyze-filled.js';
import { CallLogs } from '../../../support/engine/call-logs.js';
import { StubCustody } from '../../../support/engine/stub-ports.js';
import { startStubNode } from './stub-servers.js';

const WALLETS = [200, 2_000, 20_000];
const POSTS_PER_SECOND = 4;
/** Includes the tokens of the second before the measurement, which accumulate. */
const MAX_MEASURED_PER_SECOND = 4.5;
const CONCURRENCY = 200;
const MAX_RPC_CALLS_PER_POST = 6;
/** Growth after the first turns of all lanes. The heap of a busy process rises and falls by tens of megabytes. */
const MAX_MEMORY_GROWTH_MB = 64;
const MEASURED_MS = 20_000;
const BLOCK_INTERVAL_MS = 1_000;
const SAMPLE_INTERVAL_MS = 250;
/** States of jobs that wait, are due later, or run. */
const UNFINISHED_STATES = ['waiting', 'prioritized', 'delayed', 'active'] as const;

/**
 * One worker on many wallets that wait for the provider's rate limit. Provider and node answer at once, and the chain has a
 * block per second. Lanes and jobs are sampled from the worker's start. Calls are counted when every lane has had its first
 * turn: every JSON-RPC call that reaches the node, also each of a batch and those of the worker's block watcher.
 */
export async function benchBacklog(
  servers: BenchServers,
  { redisUrl }: { readonly rounds: number; readonly redisUrl?: Secret },
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const wallets of WALLETS) {
    await servers.wipeRedis();
    const measured = await servers.withDatabase(undefined, async ({ url }) => {
      const address = { databaseUrl: url, ...(redisUrl && { redisUrl }) };
      await seedClaims(url, { wallets });
      return measure(address);
    });
    figures.push(...figuresOf(measured, `${wallets} wallets, queue in ${redisUrl ? 'Redis' : 'PostgreSQL'}`, wallets));
  }
  return figures;
}

interface Measured {
  posts: number;
  rpcCalls: number;
  maxActive: number;
  maxJobs: number;
  /** Number of warnings and errors by event. */
  warnings: Map<string, number>;
  memoryGrowthMb: number;
}

async function measure(address: QueueAddress): Promise<Measured> {
  const { databaseUrl } = address;
  const connected = await connectDatabase(databaseUrl.reveal());
  const { queue, consumer, backend, close } = await openQueue(address);
  const jobs = backend.openQueue(JOB_CATALOGUE.lane.queue, () => undefined);
  await queueAll(connected.database);
  await analyzeFilled(databaseUrl);
  const measured: Measured = {
    posts: 0,
    rpcCalls: 0,
    maxActive: 0,
    maxJobs: 0,
    warnings: new Map(),
    memoryGrowthMb: 0,
  };
  const logs = new CallLogs();
  const custody = new StubCustody(logs, () => (measured.posts += 1));
  const onCall = (): unknown => (measured.rpcCalls += 1);
  const node = await startStubNode(logs, { onCall, blockIntervalMs: BLOCK_INTERVAL_MS });
  const rpc = new ChainRpc({ url: node.url, chainId: LOCAL_CHAIN_ID });
  const chain = new EthersChain(rpc, { factoryAddress: MARKET, collateralAddress: MARKET });
  const worker = await startLanes({
    ...{ databaseUrl, database: connected.database, queue, consumer, custody, chain },
    env: { PROVIDER_POSTS_PER_S: String(POSTS_PER_SECOND), WORKER_CONCURRENCY: String(CONCURRENCY) },
    onWarning: (event) => measured.warnings.set(event, (measured.warnings.get(event) ?? 0) + 1),
  });
  const sample = async (): Promise<void> => {
    measured.maxActive = Math.max(measured.maxActive, await activeLanes(connected.database));
    measured.maxJobs = Math.max(measured.maxJobs, await jobs.getJobCountByTypes(...UNFINISHED_STATES));
    await delay(SAMPLE_INTERVAL_MS);
  };
  while (await hasUntouched(connected.database)) await sample();
  Object.assign(measured, { posts: 0, rpcCalls: 0 });
  const startMb = memoryMb();
  const endMs = performance.now() + MEASURED_MS;
  while (performance.now() < endMs) await sample();
  measured.memoryGrowthMb = memoryMb() - startMb;
  await worker.close();
  await node.close();
  await jobs.close();
  await close();
  await connected.close();
  return measured;
}

/** Queues one execution per wallet, as their acceptance and the loss of all jobs would leave them. */
async function queueAll(sql: Sql): Promise<void> {
  await sql.query(`INSERT INTO lanes (id, wake_at) SELECT id, now() FROM agent_wallets`);
  await sql.query(`
    WITH intents AS (
      UPDATE agent_intents SET status = 'executing', current_execution_id = replace(id, 'intent', 'execution'),
        executions_count = 1 RETURNING *),
    queued AS (
      INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref,
        market_contract_address)
      SELECT current_execution_id, i.id, i.agent_id, w.id, w.agent_wallet_address, i.action, 1,
        '0x' || encode(sha256(i.id::bytea), 'hex'), i.market_contract_address
      FROM intents AS i JOIN agent_wallets AS w ON w.agent_id = i.agent_id RETURNING id)
    INSERT INTO execution_steps (execution_id, kind) SELECT id, 'main' FROM queued`);
}

/** Whether a lane has not had its first turn. */
async function hasUntouched(sql: Sql): Promise<boolean> {
  const untouched = `SELECT FROM executions WHERE status = 'queued' AND waiting_for IS NULL LIMIT 1`;
  return (await sql.query(untouched)).length > 0;
}

async function activeLanes(sql: Sql): Promise<number> {
  const row = await sql.queryOne<{ count: number }>(
    'SELECT count(*)::int AS count FROM lanes WHERE lease_until > now()',
  );
  return row?.count ?? 0;
}

function memoryMb(): number {
  return process.memoryUsage().rss / 2 ** 20;
}

function figuresOf(measured: Measured, name: string, wallets: number): Figure[] {
  const { posts, rpcCalls, maxActive, maxJobs, warnings, memoryGrowthMb } = measured;
  const warned = [...warnings.values()].reduce((total, count) => total + count, 0);
  const events = [...warnings.keys()].join(', ') || 'no warnings';
  const figure = (what: string, unit: string, product: number, max: number): Figure => {
    return { name: `${name}: ${what}`, unit, product, bar: { max }, note: events };
  };
  return [
    figure('POSTs', '/s', (posts * 1000) / MEASURED_MS, MAX_MEASURED_PER_SECOND),
    figure('lanes served at a time', 'lanes', maxActive, CONCURRENCY),
    figure('jobs', 'jobs', maxJobs, wallets),
    figure('RPC calls per POST', '', rpcCalls / posts, MAX_RPC_CALLS_PER_POST),
    figure('growth of the memory', 'MB', memoryGrowthMb, MAX_MEMORY_GROWTH_MB),
    figure('warnings', '', warned, 0),
  ];
}
