import { setTimeout as delay } from 'node:timers/promises';
import type { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { checkCluster, wakeBusyLanes } from '@app/engine';
import type { Sql } from '@app/persistence';
import { waitUntilReady, workerProcess } from '../../../../dev/devnet/processes/apps.js';
import { findFreePort } from '../../../../dev/devnet/processes/ports.js';
import type { RunningProcess } from '../../../../dev/devnet/processes/start-process.js';
import { temporarySecrets } from '../../../../dev/devnet/secrets.js';
import { processUrls } from '../../../../dev/stack/database-roles.js';
import { acceptWithoutWakeups, withSql } from '../../../support/engine/accept-claims.js';
import type { BenchDatabase, BenchServers } from './bench-servers.js';
import { MARKET, seedClaims } from '../../../support/engine/seed-claims.js';
import { CallLogs } from '../../../support/engine/call-logs.js';
import { startStubNode, startStubProvider, type StubServer } from './stub-servers.js';

const POLL_INTERVAL_MS = 100;
const STOP_GRACE_MS = 5_000;

export interface WorkersRun {
  readonly workers: number;
  readonly env: Readonly<Record<string, string>>;
  /** Duration of one provider call. */
  readonly providerMs: number;
}

/**
 * Creates a database with one accepted claim per lane. The lanes are held as after a restore, so that every run starts
 * with all workers ready.
 */
export async function heldDatabase(servers: BenchServers, lanes: number): Promise<BenchDatabase> {
  const held = await servers.createDatabase();
  const intentIds = await seedClaims(held.url, { wallets: lanes });
  await acceptWithoutWakeups(held.url, intentIds);
  await withSql(held.url, async (sql) => {
    await checkCluster(sql);
    await sql.query('UPDATE engine_cluster SET reconcile_since = now()');
  });
  return held;
}

/**
 * Starts workers on a copy of the held database and releases the lanes.
 * @returns executed executions per second, and the maximum number of concurrent submissions at the provider
 */
export async function runWorkers(
  servers: BenchServers,
  held: BenchDatabase,
  options: WorkersRun,
): Promise<{ perSecond: number; maxInFlight: number }> {
  return servers.withDatabase(held.name, async ({ url }) => {
    const logs = new CallLogs();
    const provider = await startStubProvider(options.providerMs, logs);
    const node = await startStubNode(logs);
    const running = await startWorkers(servers, { url, provider, node, ...options });
    try {
      const perSecond = await withSql(url, async (sql) => {
        await until(sql, `NOT EXISTS (SELECT FROM lanes WHERE wake_at IS NOT NULL)`);
        await sql.query('UPDATE engine_cluster SET reconcile_since = NULL');
        await wakeBusyLanes(sql);
        await until(sql, `NOT EXISTS (SELECT FROM executions WHERE completed_at IS NULL)`);
        return executedPerSecond(sql);
      });
      return { perSecond, maxInFlight: provider.load.max };
    } finally {
      await Promise.all(running.map((worker) => worker.stop(STOP_GRACE_MS)));
      await Promise.all([provider.close(), node.close()]);
    }
  });
}

interface WorkersStart extends WorkersRun {
  readonly url: Secret;
  readonly provider: StubServer;
  readonly node: StubServer;
}

async function startWorkers(
  { run }: BenchServers,
  { url, provider, node, workers, env }: WorkersStart,
): Promise<RunningProcess[]> {
  const workerPorts = await Promise.all(Array.from({ length: workers }, () => findFreePort()));
  const deployment = {
    factory: MARKET,
    collateral: MARKET,
    blockNumber: 1,
    chainId: 1,
    deployer: MARKET,
    codeHash: '',
  };
  const notStarted = { apiHost: '127.0.0.1', apiPort: 1, smtpPort: 1, webhooksPort: 1, providerDataDir: run.folder };
  const config = {
    ...{ ...notStarted, deployment, workerPorts, secrets: temporarySecrets(), runFolder: run.runFolder },
    ...{ databaseUrls: processUrls(url), rpcUrl: node.url, providerPort: provider.port },
    inherited: { ...inheritedEnvironment(), LOG_LEVEL: 'error', PROVIDER_POSTS_PER_S: '10000', ...env },
  };
  return Promise.all(
    workerPorts.map(async (_, index) => {
      const app = workerProcess(config, index);
      const running = await app.launch(() => undefined); // each logs that its lanes are held
      await waitUntilReady(app, running);
      return running;
    }),
  );
}

/**
 * Executions per second while all workers are busy. Leaves out the first quarter, in which the processes warm up, and the
 * last tenth, in which some workers are idle.
 */
async function executedPerSecond(sql: Sql): Promise<number> {
  const row = await sql.queryOne<{ executed: number; seconds: number }>(
    `SELECT count(*)::int AS executed, extract(epoch FROM max(at) - min(at))::float8 AS seconds
     FROM (SELECT at, percent_rank() OVER (ORDER BY at) AS share FROM execution_events
           WHERE type = 'execution.executed') AS ended
     WHERE share BETWEEN 0.25 AND 0.9`,
  );
  return row === null ? Number.NaN : row.executed / row.seconds;
}

async function until(sql: Sql, condition: string): Promise<void> {
  const isMet = async (): Promise<boolean> =>
    (await sql.queryOne<{ met: boolean }>(`SELECT ${condition} AS met`))?.met === true;
  while (!(await isMet())) await delay(POLL_INTERVAL_MS);
}
