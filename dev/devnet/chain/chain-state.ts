import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';

/** A file without writes for this long is complete. */
const SETTLED_AFTER_MS = 100;
const END_OF_JSON = '}'.charCodeAt(0);

/**
 * The chain's state on disk. Every second anvil truncates its state file and writes it again, and a kill in between would
 * lose the state. Each complete file is therefore moved aside, and anvil creates the next one.
 */
export class ChainState {
  /** The file that anvil reads at its start and writes. */
  readonly file: string;
  private readonly completeFile: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, 'state.json');
    this.completeFile = path.join(folder, 'state.finished.json');
  }

  get exists(): boolean {
    return existsSync(this.file);
  }

  /** Restores the state file before a start, if there is a complete one. */
  prepare(): void {
    if (!existsSync(this.file) && existsSync(this.completeFile)) copyFileSync(this.completeFile, this.file);
  }

  /** Replaces a truncated state file after a failed start. @returns false when there was nothing to replace */
  restoreComplete(): boolean {
    if (!existsSync(this.completeFile) || isJson(this.file)) return false;
    copyFileSync(this.completeFile, this.file);
    return true;
  }

  /** Moves the state file aside if it is complete. */
  keepIfComplete(nowMs: number): void {
    if (isComplete(this.file, nowMs)) renameSync(this.file, this.completeFile);
  }
}

function isJson(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'));
    return true;
  } catch {
    return false;
  }
}

/** Whether the file was not written for a moment, and has its end. */
function isComplete(file: string, nowMs: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false }); // undefined: moved aside, and not written again yet
  if (stats === undefined || nowMs - stats.mtimeMs <= SETTLED_AFTER_MS) return false;
  return readFileSync(file).at(-1) === END_OF_JSON;
}
