import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRecord } from '@app/common';
import { errorCode } from './error-code.js';
import { processIdentity } from './process-identity.js';

const POLL_INTERVAL_MS = 20;
/** Maximum wait after SIGKILL. A loaded system needs time to release the memory of a large process. */
const KILL_TIMEOUT_MS = 60_000;

export interface ProcessMark {
  readonly name: string;
  readonly pid: number;
  readonly identity: string;
  readonly stopSignal: NodeJS.Signals;
}

/**
 * A folder with one small file for each running process, so that the run after a SIGKILL finds what is left.
 * A mark names pid and start time: a later process with the same pid is never touched.
 */
export class RunFolder {
  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Marks the leader of a process group. A process that has already ended leaves no mark. */
  record(name: string, pid: number, stopSignal: NodeJS.Signals): void {
    const identity = processIdentity(pid);
    if (identity === null) return;
    const mark: ProcessMark = { name, pid, identity, stopSignal };
    const file = this.fileOf(pid);
    mkdirSync(this.folder, { recursive: true }); // it may have been removed while the product runs
    writeFileSync(`${file}.new`, JSON.stringify(mark));
    renameSync(`${file}.new`, file);
  }

  forget(pid: number): void {
    rmSync(this.fileOf(pid), { force: true });
  }

  listLive(): ProcessMark[] {
    return this.readMarks().filter((mark) => processIdentity(mark.pid) === mark.identity);
  }

  /** Ends all marked processes, after `graceMs` with SIGKILL to the group. @returns names of those that were alive */
  async endLeftovers({ graceMs }: { graceMs: number }): Promise<string[]> {
    const leftovers = this.listLive();
    for (const mark of leftovers) signalGroup(mark.pid, mark.stopSignal);
    await this.waitUntilGone(graceMs);
    for (const mark of this.listLive()) signalGroup(mark.pid, 'SIGKILL');
    await this.waitUntilGone(KILL_TIMEOUT_MS);
    for (const mark of this.readMarks()) this.forget(mark.pid);
    return leftovers.map((mark) => mark.name);
  }

  private async waitUntilGone(timeoutMs: number): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (this.listLive().length > 0 && Date.now() < deadline) await delay(POLL_INTERVAL_MS);
  }

  private readMarks(): ProcessMark[] {
    return listFiles(this.folder)
      .filter((file) => file.endsWith('.json'))
      .map((file) => readMark(path.join(this.folder, file)))
      .filter((mark) => mark !== null);
  }

  private fileOf(pid: number): string {
    return path.join(this.folder, `${pid}.json`);
  }
}

/** Signals a process group; a group that has ended is ignored. */
export function signalGroup(leaderPid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leaderPid, signal);
  } catch (error) {
    // macOS answers EPERM for a group of which only zombies are left.
    if (!['ESRCH', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
  }
}

/** A folder that was removed has no marks. */
function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

function readMark(file: string): ProcessMark | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return isMark(value) ? value : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null; // the process has ended and its mark was removed
    throw error;
  }
}

function isMark(value: unknown): value is ProcessMark {
  if (!isRecord(value)) return false;
  const { name, pid, identity, stopSignal } = value;
  return [name, identity, stopSignal].every((field) => typeof field === 'string') && Number.isSafeInteger(pid);
}
