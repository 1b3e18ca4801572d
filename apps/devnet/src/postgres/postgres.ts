import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '@app/common';
import pg from 'pg';
import { startChild, type RunningPart } from '../processes/child-part.js';
import { errorCode } from '../processes/error-code.js';
import { logTail } from '../processes/log-tail.js';
import { disarmStalePidFile, ensureCluster, findPostmaster, POSTGRES_USER } from './postgres-cluster.js';
import { preparePostgresHome, type PostgresHome } from './postgres-home.js';
import { signalGroup, type RunFolder } from '../processes/run-folder.js';
import { untilReady } from '../processes/until-ready.js';

/** The product's own. */
export const DATABASE = 'presage';
const ADMIN_DATABASE = 'postgres';
const POLL_MS = 25;
const CONNECT_LIMIT_MS = 30_000;
const RETRY_LIMIT_MS = 20_000;
const RETRY_DELAY_MS = 250;
/** Replaying the log after a crash takes as long as it takes; this only ends a wait for nothing. */
const READY_LIMIT_MS = 120_000;

export interface PostgresOptions {
  /** A folder for PostgreSQL alone: cluster, and binaries where they must be copied. */
  readonly dataDir: string;
  readonly port: number;
  readonly password: Secret;
  readonly logFile: string;
  readonly runFolder: RunFolder;
  /** False for a cluster that is thrown away: nothing waits for the disk. */
  readonly durable: boolean;
  /** Settings beside those that every cluster has. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a start is tried again. After a SIGKILL of the postmaster its backends hold the memory a while longer. */
  readonly retryLimitMs?: number;
}

interface Server {
  readonly url: Secret;
  readonly cluster: string;
}

export interface RunningPostgres extends RunningPart {
  /** A connection string, password included. */
  url(database: string): Secret;
}

/**
 * Starts PostgreSQL on loopback and waits until it answers; the first start makes the cluster. Heals what a killed run
 * leaves: an unfinished initdb, a stale pid file, a postmaster or backends that outlived their supervisor.
 * @throws Error with the end of PostgreSQL's log when it does not come up
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const home = preparePostgresHome(options.dataDir);
  const cluster = await ensureCluster({ home, ...options });
  await endOrphan(cluster);
  const deadline = Date.now() + (options.retryLimitMs ?? RETRY_LIMIT_MS);
  for (;;) {
    disarmStalePidFile(cluster);
    const part = await launch(options, home, cluster);
    const url = (database: string): Secret => postgresUrl({ ...options, database });
    const server = { url: url(ADMIN_DATABASE), cluster };
    const outcome = await untilReady(part, { isReady: () => answers(server), limitMs: READY_LIMIT_MS });
    if (outcome === 'ready') return { ...part, url };
    if (Date.now() > deadline) throw new Error(`PostgreSQL does not start:\n${logTail(options.logFile)}`);
    await delay(RETRY_DELAY_MS);
  }
}

/** The connection string, password included. */
export function postgresUrl({
  port,
  password,
  database,
}: {
  port: number;
  password: Secret;
  database: string;
}): Secret {
  return new Secret(`postgres://${POSTGRES_USER}:${password.reveal()}@127.0.0.1:${port}/${database}`);
}

/** Creates a database unless it is there. */
export async function ensureDatabase(admin: Secret, name: string): Promise<void> {
  await withClient(admin, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  });
}

/** Runs `work` on a connection of its own. */
export async function withClient<T>(url: Secret, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // Never encrypted, whatever PGSSLMODE in the user's environment asks of other servers.
  const settings = { ssl: false, connectionTimeoutMillis: CONNECT_LIMIT_MS };
  const client = new pg.Client({ connectionString: url.reveal(), ...settings });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function launch(options: PostgresOptions, home: PostgresHome, cluster: string): Promise<RunningPart> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: '',
    // Of tests, there are as many at the same time as the machine has processors.
    max_connections: options.durable ? 200 : 600,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  return startChild({
    name: 'postgres',
    command: path.join(home.binDir, 'postgres'),
    args: ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: {},
    cwd: '/',
    owner: home.owner,
    log: options.logFile,
    stopSignal: 'SIGINT', // "fast": ends sessions, then stops; SIGTERM would wait for every client to leave
    runFolder: options.runFolder,
  });
}

async function answers({ url, cluster }: Server): Promise<boolean> {
  try {
    const { rows } = await withClient(url, (client) => client.query<{ data_directory: string }>('SHOW data_directory'));
    return rows[0]?.data_directory === cluster; // on our port another server may answer while ours gives up
  } catch (error) {
    // A wrong password will not become right by waiting.
    if (errorCode(error) === '28P01') throw error;
    return false;
  }
}

/** A postmaster of this cluster that no run folder knows of. */
async function endOrphan(cluster: string): Promise<void> {
  const pid = findPostmaster(cluster);
  if (pid === null) return;
  signalGroup(pid, 'SIGINT');
  const deadline = Date.now() + RETRY_LIMIT_MS;
  while (findPostmaster(cluster) === pid && Date.now() < deadline) await delay(POLL_MS);
  if (findPostmaster(cluster) === pid) signalGroup(pid, 'SIGKILL');
}
