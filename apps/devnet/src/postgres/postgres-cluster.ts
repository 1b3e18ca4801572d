import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Secret } from '@app/common';
import { startChild } from '../processes/child-part.js';
import { logTail } from '../processes/log-tail.js';
import { processCommand } from '../processes/process-identity.js';
import type { PostgresHome } from './postgres-home.js';
import type { RunFolder } from '../processes/run-folder.js';

const run = promisify(execFile);

export const POSTGRES_USER = 'presage';
const CLUSTER = 'cluster';
/** Built beside the real name and renamed when it is whole, so that a cut-off initdb is never taken for a cluster. */
const UNFINISHED_CLUSTER = 'cluster.new';

export interface ClusterOptions {
  readonly home: PostgresHome;
  readonly password: Secret;
  /** Whether initdb waits for the disk. Tests, which throw the cluster away, do not. */
  readonly durable: boolean;
  readonly logFile: string;
  readonly runFolder: RunFolder;
}

/** @returns the cluster's folder, made by initdb when it is not there yet */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { home, password, durable } = options;
  const cluster = path.join(home.folder, CLUSTER);
  if (existsSync(cluster)) {
    await requireSameMajor(cluster, home);
    return cluster;
  }
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
      // Upper and lower case of all alphabets without the system's locales, and the same order on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(durable ? [] : ['--no-sync']),
    ]);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, cluster);
  return cluster;
}

/**
 * A postmaster that was killed leaves a file with its pid, and PostgreSQL refuses to start while any process has that
 * pid. When it is a stranger, our own pid is written in its place: a postmaster disregards its parent's, and still
 * reads from the rest of the file whether old backends are alive.
 */
export function disarmStalePidFile(cluster: string): void {
  const pid = postmasterPid(cluster);
  if (pid === null || isPostmasterOf(pid, cluster)) return;
  const file = path.join(cluster, 'postmaster.pid');
  const [, ...rest] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, [process.pid, ...rest].join('\n'));
}

/** The live postmaster of this cluster, if there is one that we do not know of. */
export function findPostmaster(cluster: string): number | null {
  const pid = postmasterPid(cluster);
  return pid !== null && isPostmasterOf(pid, cluster) ? pid : null;
}

function postmasterPid(cluster: string): number | null {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? pid : null;
}

function isPostmasterOf(pid: number, cluster: string): boolean {
  return processCommand(pid)?.includes(`-D ${cluster} `) ?? false;
}

async function runInitdb({ home, logFile, runFolder }: ClusterOptions, args: readonly string[]): Promise<void> {
  const initdb = await startChild({
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

async function requireSameMajor(cluster: string, { binDir }: PostgresHome): Promise<void> {
  const { stdout } = await run(path.join(binDir, 'postgres'), ['--version'], { cwd: '/', env: {} });
  const ours = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  const theirs = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (ours === theirs) return;
  throw new Error(
    `the data folder was made by PostgreSQL ${theirs}, this is PostgreSQL ${ours}: npm run reset makes a new one`,
  );
}
