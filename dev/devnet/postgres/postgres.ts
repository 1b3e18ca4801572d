import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Secret } from '@app/common';
import pg from 'pg';
import { startProcess, type RunningProcess } from '../processes/start-process.js';
import { errorCode } from '../processes/error-code.js';
import { logTail } from '../processes/log-tail.js';
import { clusterOf, disarmStalePidFile, ensureCluster, findPostmaster, POSTGRES_USER } from './postgres-cluster.js';
import { preparePostgresHome, type PostgresHome } from './postgres-home.js';
import { signalGroup, type RunFolder } from '../processes/run-folder.js';
import { pollUntilReady } from '../processes/poll-until-ready.js';

export const DATABASE = 'presage';
const ADMIN_DATABASE = 'postgres';
const POLL_INTERVAL_MS = 25;
const CONNECT_TIMEOUT_MS = 30_000;
const RETRY_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 250;
/** Long, since crash recovery replays the write-ahead log. */
const READY_TIMEOUT_MS = 120_000;

export interface PostgresOptions {
  /** Folder used only by PostgreSQL: the cluster, and binaries if they must be copied. */
  readonly dataDir: string;
  readonly port: number;
  readonly password: Secret;
  readonly logFile: string;
  readonly runFolder: RunFolder;
  /** Whether writes are flushed to disk; false for temporary clusters. */
  readonly durable: boolean;
  readonly settings?: Readonly<Record<string, string>>;
  /** Time for further attempts to start: backends of a killed postmaster hold its shared memory for a moment. */
  readonly retryTimeoutMs?: number;
}

interface Server {
  readonly url: Secret;
  readonly cluster: string;
}

export interface RunningPostgres extends RunningProcess {
  url(database: string): Secret;
}

/**
 * Starts PostgreSQL on loopback and waits until it answers; the first start creates the cluster.
 * Cleans up after a killed run: an unfinished initdb, a stale pid file, an orphaned postmaster or its backends.
 * @throws UnusableFolderError when the disk is full
 * @throws Error with the end of PostgreSQL's log when it does not start
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const home = preparePostgresHome(options.dataDir);
  const cluster = await ensureCluster({ home, ...options });
  await endOrphan(cluster);
  const deadline = Date.now() + (options.retryTimeoutMs ?? RETRY_TIMEOUT_MS);
  for (;;) {
    disarmStalePidFile(cluster);
    const running = await launch(options, home, cluster);
    const url = (database: string): Secret => postgresUrl({ ...options, database });
    const server = { url: url(ADMIN_DATABASE), cluster };
    const outcome = await pollUntilReady(running, { isReady: () => answers(server), timeoutMs: READY_TIMEOUT_MS });
    if (outcome === 'ready') return { ...running, url };
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start:\n${logTail(options.logFile)}`);
    await delay(RETRY_DELAY_MS);
  }
}

export interface PostgresAddress {
  readonly port: number;
  readonly database: string;
  readonly password: Secret;
  /** By default the server's administrator. */
  readonly user?: string;
}

export function postgresUrl({ port, database, password, user = POSTGRES_USER }: PostgresAddress): Secret {
  return new Secret(`postgres://${user}:${password.reveal()}@127.0.0.1:${port}/${database}`);
}

export async function ensureDatabase(admin: Secret, name: string): Promise<void> {
  await withClient(admin, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  });
}

export async function withClient<T>(url: Secret, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // `ssl: false` overrides PGSSLMODE of the user's environment, which is meant for other servers.
  const settings = { ssl: false, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const client = new pg.Client({ connectionString: url.reveal(), ...settings });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function launch(options: PostgresOptions, home: PostgresHome, cluster: string): Promise<RunningProcess> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    unix_socket_directories: '',
    // Test files run in parallel on one cluster.
    max_connections: options.durable ? 200 : 600,
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable
      ? { wal_compression: 'on' }
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...options.settings,
  };
  return startProcess({
    name: 'postgres',
    command: path.join(home.binDir, 'postgres'),
    args: ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    env: {},
    cwd: '/',
    owner: home.owner,
    log: options.logFile,
    stopSignal: 'SIGINT', // fast shutdown: ends sessions; SIGTERM would wait for every client to disconnect
    runFolder: options.runFolder,
  });
}

async function answers({ url, cluster }: Server): Promise<boolean> {
  try {
    const { rows } = await withClient(url, (client) => client.query<{ data_directory: string }>('SHOW data_directory'));
    return rows[0]?.data_directory === cluster; // false for another server on this port
  } catch (error) {
    // Invalid password: waiting does not help.
    if (errorCode(error) === '28P01') throw error;
    return false;
  }
}

/** Ends a postmaster that a killed process left before it was marked in the run folder. */
export async function endOrphanedPostgres(dataDir: string): Promise<void> {
  await endOrphan(clusterOf(preparePostgresHome(dataDir)));
}

async function endOrphan(cluster: string): Promise<void> {
  const pid = findPostmaster(cluster);
  if (pid === null) return;
  signalGroup(pid, 'SIGINT');
  const deadline = Date.now() + RETRY_TIMEOUT_MS;
  while (findPostmaster(cluster) === pid && Date.now() < deadline) await delay(POLL_INTERVAL_MS);
  if (findPostmaster(cluster) === pid) signalGroup(pid, 'SIGKILL');
}
