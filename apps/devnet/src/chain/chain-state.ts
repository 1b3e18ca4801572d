import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
} from 'node:fs';
import path from 'node:path';
import { errorCode } from '../processes/error-code.js';

/** A file that nobody has written to for this long is not in the middle of being written. */
const SETTLED_AFTER_MS = 100;

/**
 * The chain's state on disk. The chain empties its file before it writes it again, every second, so that a kill in that
 * moment would lose everything: each finished file is therefore moved aside, and the next one is written anew.
 */
export class ChainState {
  /** What the chain reads at its start and writes. */
  readonly file: string;
  private readonly finished: string;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.file = path.join(folder, 'state.json');
    this.finished = path.join(folder, 'state.finished.json');
  }

  /** Before a start: the file is there, if there ever was one. */
  prepare(): void {
    if (!existsSync(this.file) && existsSync(this.finished)) copyFileSync(this.finished, this.file);
  }

  /** After a start that failed: takes the last finished file if the other was cut off. @returns whether it did */
  fallBack(): boolean {
    if (!existsSync(this.finished) || isJson(this.file)) return false;
    copyFileSync(this.finished, this.file);
    return true;
  }

  /** Moves the file aside if it is whole. */
  keepIfWhole(nowMs: number): void {
    if (isWhole(this.file, nowMs)) renameSync(this.file, this.finished);
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

/** Looks at one byte alone: this is asked every second, of a file that grows. */
function isWhole(file: string, nowMs: number): boolean {
  try {
    const handle = openSync(file, 'r');
    try {
      const { size, mtimeMs } = fstatSync(handle);
      const last = Buffer.alloc(1);
      return (
        size > 0 &&
        nowMs - mtimeMs > SETTLED_AFTER_MS &&
        readSync(handle, last, 0, 1, size - 1) === 1 &&
        last.toString() === '}'
      );
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false; // moved aside, and not yet written again
    throw error;
  }
}
