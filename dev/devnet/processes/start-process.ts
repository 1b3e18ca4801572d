import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { signalGroup, type RunFolder } from './run-folder.js';

/** Maximum wait for the output of a process that has exited: its children may keep the pipes open. */
const FLUSH_TIMEOUT_MS = 250;

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RunningProcess {
  readonly pid: number;
  readonly exited: Promise<ProcessExit>;
  /** Sends the stop signal, and SIGKILL after `graceMs`. Resolves after the exit. Safe to repeat. */
  stop(graceMs: number): Promise<void>;
  /** Signals the process and its children. */
  kill(signal: NodeJS.Signals): void;
}

export type OutputStream = 'stdout' | 'stderr';
export type LogLine = (line: string, stream: OutputStream) => void;

export interface ProcessOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** User to run as; null or absent is the current user. */
  readonly owner?: { readonly uid: number; readonly gid: number } | null;
  /** File to append the output to, or a function that receives each line. */
  readonly log: string | LogLine;
  /** Signal that makes this program shut down gracefully. */
  readonly stopSignal: NodeJS.Signals;
  readonly runFolder: RunFolder;
}

/**
 * Starts a program as the leader of a new process group and marks it in the run folder.
 * Ctrl-C in the terminal then reaches only the supervisor, which stops the processes in order.
 * @throws Error when the program cannot be started
 */
export async function startProcess(options: ProcessOptions): Promise<RunningProcess> {
  const { name, stopSignal, runFolder } = options;
  const child = spawnChild(options);
  if (child.pid !== undefined) recordOrEnd(child, () => runFolder.record(name, child.pid ?? 0, stopSignal));
  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal }), FLUSH_TIMEOUT_MS));
  });
  const pid = await waitForSpawn(child, options);
  void exited.then(() => runFolder.forget(pid));
  return {
    pid,
    exited,
    kill: (signal) => signalGroup(pid, signal),
    stop: async (graceMs) => {
      signalGroup(pid, stopSignal);
      const ended = await Promise.race([exited.then(() => true), delay(graceMs, false, { ref: false })]);
      if (!ended) signalGroup(pid, 'SIGKILL');
      await exited;
    },
  };
}

function spawnChild({ command, args, env, cwd, owner, log }: ProcessOptions): ChildProcess {
  const output = typeof log === 'string' ? openSync(log, 'a') : 'pipe';
  try {
    const stdio: StdioOptions = ['ignore', output, output];
    const child = spawn(command, args, { env, cwd, detached: true, stdio, ...(owner ?? {}) });
    for (const name of ['stdout', 'stderr'] as const) {
      const stream = child[name];
      if (stream !== null && typeof log === 'function') createInterface(stream).on('line', (line) => log(line, name));
    }
    return child;
  } finally {
    if (typeof output === 'number') closeSync(output);
  }
}

/** A process without a mark, as on a full disk, would outlive this one. */
function recordOrEnd(child: ChildProcess, record: () => void): void {
  try {
    record();
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}

async function waitForSpawn(child: ChildProcess, { name, command }: ProcessOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`${name} could not be started (${command})`, { cause })));
  });
  if (child.pid === undefined) throw new Error(`${name} was started but has no pid`);
  return child.pid;
}
