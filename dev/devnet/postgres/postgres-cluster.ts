import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Secret } from '@app/common';
import { startProcess } from '../processes/start-process.js';
import { logTail } from '../processes/log-tail.js';
import { NEW_CLUSTER_MB, requireSpace, RUNNING_CLUSTER_MB } from './free-space.js';
import { processCommand } from '../processes/process-identity.js';
import type { PostgresHome } from './postgres-home.js';
import type { RunFolder } from '../processes/run-folder.js';

export const POSTGRES_USER = 'presage';
const CLUSTER = 'cluster';
/** Target of initdb, renamed when complete, so that an interrupted initdb is never taken for a cluster. */
const UNFINISHED_CLUSTER = 'cluster.new';

const FIRST_WITH_BUILTIN_LOCALES = 17;
/** Independent of the system's locales: the same sort order on every machine, and upper case of all alphabets. */
const BUILTIN_LOCALE = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
/** Of the older servers that tests name. Sorts like many servers of operators, where "a" is before "B". */
const LINGUISTIC_LOCALE = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];

export interface ClusterOptions {
  readonly home: PostgresHome;
  readonly password: Secret;
  /** Whether initdb flushes to disk; false for tests. */
  readonly durable: boolean;
  readonly logFile: string;
  readonly runFolder: RunFolder;
}

export function clusterOf({ folder }: PostgresHome): string {
  return path.join(folder, CLUSTER);
}

/** Creates the cluster by initdb unless it exists. @returns its folder @throws UnusableFolderError */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { home, password, durable } = options;
  const cluster = clusterOf(home);
  requireSpace(home.folder, existsSync(cluster) ? RUNNING_CLUSTER_MB : NEW_CLUSTER_MB);
  if (existsSync(cluster)) return requireSameMajor(cluster, home);
  const unfinished = path.join(home.folder, UNFINISHED_CLUSTER);
  const passwordFile = path.join(home.folder, 'initdb-password');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  try {
    rmSync(passwordFile, { force: true });
    writeFileSync(passwordFile, `${password.reveal()}\n`, { mode: 0o600 });
    giveTo(home, unfinished, passwordFile);
    await runInitdb(options, [
      `--pgdata=${unfinished}`,
      `--username=${POSTGRES_USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...(majorOf(home) >= FIRST_WITH_BUILTIN_LOCALES ? BUILTIN_LOCALE : LINGUISTIC_LOCALE),
      ...(durable ? [] : ['--no-sync']),
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster);
  return cluster;
}

/** Another major version of PostgreSQL cannot read the cluster, and no retry helps. */
function requireSameMajor(cluster: string, home: PostgresHome): string {
  const installed = majorOf(home);
  const stored = Number(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'));
  if (installed === stored) return cluster;
  throw new Error(
    `the data is from PostgreSQL ${stored}, and ${installed} is installed. npm run reset removes the data.`,
  );
}

function majorOf({ binDir }: PostgresHome): number {
  const version = execFileSync(path.join(binDir, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\d+/.exec(version)?.[0]);
}

/**
 * Makes a stale pid file harmless. A killed postmaster leaves one, and PostgreSQL does not start while any process has that
 * pid. The pid of an unrelated process is replaced by this process's: a postmaster ignores its parent's pid. The rest of
 * the file stays, since the postmaster reads from it whether old backends are alive.
 */
export function disarmStalePidFile(cluster: string): void {
  const pid = postmasterPid(cluster);
  if (pid === null || isPostmasterFor(pid, cluster)) return;
  const file = path.join(cluster, 'postmaster.pid');
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}

/** Returns the pid of the cluster's live postmaster, or null. */
export function findPostmaster(cluster: string): number | null {
  const pid = postmasterPid(cluster);
  return pid !== null && isPostmasterFor(pid, cluster) ? pid : null;
}

function postmasterPid(cluster: string): number | null {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

function isPostmasterFor(pid: number, cluster: string): boolean {
  return processCommand(pid)?.includes(`-D ${cluster} `) ?? false;
}

async function runInitdb({ home, logFile, runFolder }: ClusterOptions, args: readonly string[]): Promise<void> {
  const initdb = await startProcess({
    name: 'initdb',
    command: path.join(home.binDir, 'initdb'),
    args,
    env: {},
    cwd: '/',
    owner: home.owner,
    log: logFile,
    stopSignal: 'SIGTERM',
    runFolder,
  });
  const { code } = await initdb.exited;
  if (code !== 0) throw new Error(`initdb failed:\n${logTail(logFile)}`);
}

function giveTo({ owner }: PostgresHome, ...paths: readonly string[]): void {
  if (owner === null) return;
  for (const target of paths) chownSync(target, owner.uid, owner.gid);
}
