import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'node:net';
import { inheritedEnvironment } from '@app/config';
import { startChild, type RunningPart } from '../../apps/devnet/src/processes/child-part.js';
import type { RunFolder } from '../../apps/devnet/src/processes/run-folder.js';

const PROGRAM = 'redis-server';
const READY_LIMIT_MS = 60_000;
const POLL_MS = 20;

export interface RunningRedis extends RunningPart {
  /** `redis://127.0.0.1:port` */
  readonly url: string;
}

/** Where this machine has a Redis server, or null: npm packages none, so tests use the one that is there. */
export function findRedis(): string | null {
  const folders = (inheritedEnvironment().PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => path.join(folder, PROGRAM)).find((file) => isExecutable(file)) ?? null;
}

/** A Redis on loopback that forgets everything when it ends. */
export async function startRedis(options: {
  readonly program: string;
  readonly port: number;
  readonly logFile: string;
  readonly runFolder: RunFolder;
}): Promise<RunningRedis> {
  const { program, port, logFile, runFolder } = options;
  const settings = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no' };
  const part = await startChild({
    name: 'redis',
    command: program,
    args: Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    env: inheritedEnvironment(),
    cwd: '/',
    log: logFile,
    stopSignal: 'SIGTERM',
    runFolder,
  });
  const deadline = Date.now() + READY_LIMIT_MS;
  while (!(await answers(port))) {
    if (Date.now() > deadline) throw new Error('Redis does not start');
    await delay(POLL_MS);
  }
  return { ...part, url: `redis://127.0.0.1:${port}` };
}

/** Sends one command without arguments that have spaces, such as `FLUSHALL`, and waits for its answer. */
export async function tellRedis(port: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`${command}\r\n`));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().trim());
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the connection was closed without an answer')));
  });
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await tellRedis(port, 'PING')) === '+PONG';
  } catch {
    return false; // not listening yet
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
