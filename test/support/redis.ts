import { connect } from 'node:net';
import { inheritedEnvironment } from '@app/config';
import { pollUntilReady } from '../../dev/devnet/processes/poll-until-ready.js';
import { startProcess, type RunningProcess } from '../../dev/devnet/processes/start-process.js';
import type { RunFolder } from '../../dev/devnet/processes/run-folder.js';
import { findProgram } from './find-program.js';

const PROGRAM = 'redis-server';
const READY_TIMEOUT_MS = 120_000;

export interface RunningRedis extends RunningProcess {
  /** Such as `redis://127.0.0.1:6379`. */
  readonly url: string;
}

/** Returns the path of `redis-server` on this machine, or null. No npm package contains one. */
export function findRedis(): string | null {
  return findProgram(PROGRAM);
}

/** Starts a Redis server on loopback, without persistence. */
export async function startRedis(options: {
  readonly program: string;
  readonly port: number;
  readonly logFile: string;
  readonly runFolder: RunFolder;
  /** Additional server settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Configuration file of a Sentinel, which replaces the settings. */
  readonly sentinelFile?: string;
}): Promise<RunningRedis> {
  const { program, port, logFile, runFolder, sentinelFile } = options;
  const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no', ...options.settings };
  const given = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const running = await startProcess({
    name: 'redis',
    command: program,
    args: sentinelFile === undefined ? given : [sentinelFile, '--sentinel'],
    env: inheritedEnvironment(),
    cwd: '/',
    log: logFile,
    stopSignal: 'SIGTERM',
    runFolder,
  });
  const isReady = (): Promise<boolean> => answers(port);
  if ((await pollUntilReady(running, { isReady, timeoutMs: READY_TIMEOUT_MS })) !== 'ready') {
    throw new Error(`Redis did not start, see ${logFile}`);
  }
  return { ...running, url: `redis://127.0.0.1:${port}` };
}

/** Sends one inline command, such as `FLUSHALL`, and returns the reply. */
export async function sendRedisCommand(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`${command}\r\n`));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().trim());
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed without a reply')));
  });
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await sendRedisCommand(port, 'PING')) === '+PONG';
  } catch {
    return false; // not listening yet
  }
}
