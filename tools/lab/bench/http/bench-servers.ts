import path from 'node:path';
import type { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { withClient } from '../../../../dev/devnet/postgres/postgres.js';
import { startNodeApp, waitUntilAnswering } from '../../../../dev/devnet/processes/node-app.js';
import { findFreePort } from '../../../../dev/devnet/processes/ports.js';
import { builtFile } from '../../../../dev/devnet/project-root.js';
import { roleUrl } from '../../../../dev/stack/database-roles.js';
import type { TestRun } from '../../../../dev/stack/test-run.js';
import type { PlainOptions } from './plain-server.js';
import { analyzeFilled } from '../../../support/analyze-filled.js';
import { readCpuUs } from '../support/cpu-time.js';
import { startDurablePostgres } from '../support/durable-postgres.js';
import { type BenchChain, startBenchChain } from './bench-chain.js';
import type { ConnectionRows } from './scenarios.js';
import { seedRows } from './seed-rows.js';

const DATABASE = 'bench';
const POOL_MAX = 10;
const STOP_GRACE_MS = 10_000;

type Environment = Readonly<Record<string, string>>;

/** A durable PostgreSQL with rows, and a chain. */
export interface BenchDatabase {
  readonly run: TestRun;
  readonly url: Secret;
  readonly rows: readonly ConnectionRows[];
  readonly chain: BenchChain;
}

export interface BenchServer {
  readonly port: number;
  /** CPU time that the process has used, in microseconds. NaN where the system has no /proc. */
  cpuUs(): number;
  stop(): Promise<void>;
}

/** Starts PostgreSQL as in production and a chain, and inserts rows. */
export async function openBenchDatabase(run: TestRun): Promise<BenchDatabase> {
  const [postgres, chain] = await Promise.all([startDurablePostgres(run, DATABASE), startBenchChain(run)]);
  const url = postgres.url(DATABASE);
  const rows = await withClient(url, (client) => seedRows(client, chain.markets));
  await analyzeFilled(url);
  return { run, url, rows, chain };
}

function apiEnvironment({ url, chain }: Pick<BenchDatabase, 'url' | 'chain'>): Environment {
  return {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'json',
    // No worker runs, so every lane is overdue and its queue grows.
    LANES_BEHIND_S: '86400',
    WALLET_QUEUE_MAX: '20000',
    DATABASE_URL: roleUrl(url, 'api').reveal(),
    DATABASE_POOL_MAX: String(POOL_MAX),
    CHAIN_RPC_URL: chain.url,
    FACTORY_ADDRESS: chain.factory,
    COLLATERAL_ADDRESS: chain.collateral,
    PASSCODE_KEY: '00'.repeat(32),
  };
}

/** Starts an API process with the flags of a deployment. Resolves when it is ready. */
export async function startApi(database: BenchDatabase): Promise<BenchServer> {
  const port = await findFreePort();
  return start(database, {
    ...{ name: 'api', entry: 'apps/api/src/main.ts', port, readyPath: '/readyz' },
    env: { ...apiEnvironment(database), API_PORT: String(port) },
  });
}

/** Starts the reference. Resolves when it is ready. */
export async function startPlainServer(database: BenchDatabase): Promise<BenchServer> {
  const port = await findFreePort();
  const options: PlainOptions = { databaseUrl: database.url.reveal(), port, poolMax: POOL_MAX };
  return start(database, {
    ...{ name: 'plain', entry: 'tools/lab/bench/http/plain-server.ts', port, readyPath: '/ready' },
    args: [JSON.stringify(options)],
    env: { NODE_ENV: 'production' },
  });
}

interface ServerDescription {
  readonly name: string;
  readonly entry: string;
  readonly port: number;
  readonly readyPath: string;
  readonly args?: readonly string[];
  readonly env: Environment;
}

async function start({ run }: BenchDatabase, description: ServerDescription): Promise<BenchServer> {
  const { name, entry, port, readyPath, args = [], env } = description;
  const log = path.join(run.folder, `${name}-${port}.log`);
  const { PATH = '' } = inheritedEnvironment();
  const running = await startNodeApp({
    ...{ name, entry: builtFile(entry), args, log, runFolder: run.runFolder },
    env: { PATH, ...env },
  });
  await waitUntilAnswering(running, `http://127.0.0.1:${port}${readyPath}`);
  return {
    port,
    cpuUs: () => readCpuUs(running.pid),
    stop: () => running.stop(STOP_GRACE_MS),
  };
}
