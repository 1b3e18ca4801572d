import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Secret } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { PROCESS_ROLES } from '@app/persistence';
import { accepts } from '../../../dev/devnet/processes/ports.js';
import { pollUntilReady } from '../../../dev/devnet/processes/poll-until-ready.js';
import type { RunFolder } from '../../../dev/devnet/processes/run-folder.js';
import { type RunningProcess, startProcess } from '../../../dev/devnet/processes/start-process.js';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import { findProgram } from '../../../test/support/find-program.js';

const PROGRAM = 'pgbouncer';
/** Shipped configuration. Only its addresses differ here. */
const CONFIGURATION = path.join(PROJECT_ROOT, 'deploy/pgbouncer/pgbouncer.ini');
const READY_TIMEOUT_MS = 120_000;
/** PgBouncer refuses to run as root. */
const UNPRIVILEGED_USER = 'nobody';

export interface PgbouncerOptions {
  readonly port: number;
  readonly postgresPort: number;
  readonly password: Secret;
  readonly folder: string;
  readonly logFile: string;
  readonly runFolder: RunFolder;
}

/** Starts PgBouncer in transaction mode, as shipped, in front of a PostgreSQL on loopback. */
export async function startPgbouncer(options: PgbouncerOptions): Promise<RunningProcess> {
  const command = findProgram(PROGRAM);
  if (command === null) throw new Error('no pgbouncer on the PATH: apt-get install pgbouncer');
  const asRoot = process.getuid?.() === 0;
  const running = await startProcess({
    name: PROGRAM,
    command,
    args: [...(asRoot ? ['-u', UNPRIVILEGED_USER] : []), writeConfiguration(options)],
    env: inheritedEnvironment(),
    cwd: '/',
    log: options.logFile,
    stopSignal: 'SIGTERM',
    runFolder: options.runFolder,
  });
  const isReady = (): Promise<boolean> => accepts(options.port);
  if ((await pollUntilReady(running, { isReady, timeoutMs: READY_TIMEOUT_MS })) === 'ready') return running;
  throw new Error(`PgBouncer did not start, see ${options.logFile}`);
}

function writeConfiguration({ port, postgresPort, password, folder }: PgbouncerOptions): string {
  const own = path.join(folder, `pgbouncer-${randomBytes(4).toString('hex')}`);
  mkdirSync(own);
  chmodSync(own, 0o755); // the unprivileged user reads it
  const users = path.join(own, 'userlist.txt');
  writeFileSync(
    users,
    Object.values(PROCESS_ROLES)
      .map((role) => `"${role}" "${password.reveal()}"\n`)
      .join(''),
  );
  const shipped = readFileSync(CONFIGURATION, 'utf8');
  const text = shipped
    .replace('host=postgres port=5432', `host=127.0.0.1 port=${postgresPort}`)
    .replace('listen_addr = 0.0.0.0', 'listen_addr = 127.0.0.1')
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  const file = path.join(own, 'pgbouncer.ini');
  writeFileSync(file, text);
  return file;
}
