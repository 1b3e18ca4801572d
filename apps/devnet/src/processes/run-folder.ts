import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './error-code.js';
import { processIdentity } from './process-identity.js';

const POLL_MS = 20;
/** A killed process is gone at once, but for what the system has to put away, which takes a busy one its time. */
const KILL_LIMIT_MS = 10_000;

export interface ProcessMark {
  readonly name: string;
  readonly pid: number;
  readonly identity: string;
  readonly stopSignal: NodeJS.Signals;
}

/**
 * One small file for each process that we started, so that whoever comes after a SIGKILL finds what it left behind.
 * A mark names pid and start time: a pid that was given to another process is never touched.
 */
export class RunFolder {
  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Remembers a process that leads a group of its own. One that has already ended leaves no mark. */
  record(name: string, pid: number, stopSignal: NodeJS.Signals): void {
    const identity = processIdentity(pid);
    if (identity === null) return;
    const mark: ProcessMark = { name, pid, identity, stopSignal };
    const file = this.file(pid);
    writeFileSync(`${file}.new`, JSON.stringify(mark));
    renameSync(`${file}.new`, file);
  }

  forget(pid: number): void {
    rmSync(this.file(pid), { force: true });
  }

  /** The marked processes that still live. */
  listLive(): ProcessMark[] {
    return this.marks().filter((mark) => processIdentity(mark.pid) === mark.identity);
  }

  /**
   * Ends what an earlier run left alive: first each process's own stop signal, after `graceMs` SIGKILL to its group.
   * @returns the names of the processes that were ended
   */
  async clearLeftovers({ graceMs }: { graceMs: number }): Promise<string[]> {
    const leftovers = this.listLive();
    for (const mark of leftovers) signalGroup(mark.pid, mark.stopSignal);
    await this.waitUntilGone(graceMs);
    for (const mark of this.listLive()) signalGroup(mark.pid, 'SIGKILL');
    await this.waitUntilGone(KILL_LIMIT_MS);
    for (const mark of this.marks()) this.forget(mark.pid);
    return leftovers.map((mark) => mark.name);
  }

  private async waitUntilGone(limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs;
    while (this.listLive().length > 0 && Date.now() < deadline) await delay(POLL_MS);
  }

  private marks(): ProcessMark[] {
    return readdirSync(this.folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => parseMark(path.join(this.folder, file)))
      .filter((mark) => mark !== null);
  }

  private file(pid: number): string {
    return path.join(this.folder, `${pid}.json`);
  }
}

/** Signals a process and all that it started; one that has gone in the meantime is fine. */
export function signalGroup(leaderPid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leaderPid, signal);
  } catch (error) {
    // EPERM is what macOS answers for a group of which only zombies are left.
    if (!['ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  }
}

function parseMark(file: string): ProcessMark | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isMark(value) ? value : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null; // its process ended just now, and somebody has forgotten it
    throw error;
  }
}

function isMark(value: unknown): value is ProcessMark {
  if (typeof value !== 'object' || value === null) return false;
  const { name, pid, identity, stopSignal } = { name: null, pid: null, identity: null, stopSignal: null, ...value };
  return [name, identity, stopSignal].every((field) => typeof field === 'string') && Number.isSafeInteger(pid);
}
