import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { signalGroup, type RunFolder } from './run-folder.js';

/** How long the last lines of an ended program may take to arrive. */
const FLUSH_TIMEOUT_MS = 250;

export interface PartExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A part that runs: its end can be awaited, and it can be stopped. */
export interface RunningPart {
  readonly pid: number;
  readonly exited: Promise<PartExit>;
  /** Asks for an orderly end; what still lives after `graceMs` is killed. Repeating it is safe. */
  stop(graceMs: number): Promise<void>;
  kill(signal: NodeJS.Signals): void;
}

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** The user to run as, when it is not ours. */
  readonly owner?: { readonly uid: number; readonly gid: number } | null;
  /** A file that output is appended to, or a function that is given each line. */
  readonly log: string | ((line: string) => void);
  /** What asks this program for an orderly end. */
  readonly stopSignal: NodeJS.Signals;
  readonly runFolder: RunFolder;
}

/**
 * Starts a program as the leader of a group of its own, so that Ctrl-C in a terminal reaches the supervisor alone and
 * the order of the end is ours, and marks it in the run folder.
 * @throws Error when the program cannot be started at all
 */
export async function startChild(options: ChildOptions): Promise<RunningPart> {
  const { name, stopSignal, runFolder } = options;
  const child = spawnChild(options);
  if (child.pid !== undefined) runFolder.record(name, child.pid, stopSignal);
  const exited = new Promise<PartExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    // What it started may hold its output open after it has ended.
    child.once('exit', (code, signal) => setTimeout(() => resolve({ code, signal }), FLUSH_TIMEOUT_MS));
  });
  const pid = await spawned(child, options);
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

function spawnChild({ command, args, env, cwd, owner, log }: ChildOptions): ChildProcess {
  const common = { env, cwd, detached: true, ...(owner ?? {}) };
  if (typeof log === 'function') {
    const child = spawn(command, args, { ...common, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', log);
    return child;
  }
  const file = openSync(log, 'a');
  try {
    return spawn(command, args, { ...common, stdio: ['ignore', file, file] });
  } finally {
    closeSync(file);
  }
}

async function spawned(child: ChildProcess, { name, command }: ChildOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) => reject(new Error(`${name} could not be started (${command})`, { cause })));
  });
  if (child.pid === undefined) throw new Error(`${name} was started but has no pid`);
  return child.pid;
}
