import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { removePostgresHome } from './postgres/postgres-home.js';
import { RunFolder } from './processes/run-folder.js';

const OWN_MARK = 'presage-data.txt';
const LEFTOVER_GRACE_MS = 5_000;

/** Everything that is kept between runs, and the marks of the processes that use it. */
export class DataFolder {
  readonly run: RunFolder;
  private readonly owner: RunFolder;

  constructor(readonly root: string) {
    mkdirSync(root, { recursive: true });
    requireOurs(root);
    // As root, PostgreSQL runs as another user and must be able to pass through; what is secret is closed by itself.
    if (process.getuid?.() === 0) chmodSync(root, 0o755);
    this.run = new RunFolder(path.join(root, 'run'));
    this.owner = new RunFolder(path.join(root, 'run', 'owner'));
    mkdirSync(path.join(root, 'logs'), { recursive: true });
  }

  /**
   * Takes the folder for this process, until it ends, and clears what a killed owner left running.
   * @returns the names of the processes that were cleared
   * @throws AlreadyRunningError when a live process has it
   */
  async claim(): Promise<string[]> {
    this.owner.record('owner', process.pid, 'SIGTERM');
    // Two that come at the same moment see each other here and both give up, which is safe.
    const other = this.owner.listLive().find(({ pid }) => pid !== process.pid);
    if (other !== undefined) {
      this.owner.forget(process.pid);
      throw new AlreadyRunningError(this.root, other.pid);
    }
    return this.run.clearLeftovers({ graceMs: LEFTOVER_GRACE_MS });
  }

  release(): void {
    this.owner.forget(process.pid);
  }

  /** Removes everything, wherever it is. Only after `claim`. */
  clear(): void {
    removePostgresHome(this.path('postgres'));
    rmSync(this.root, { recursive: true, force: true });
  }

  path(...names: readonly string[]): string {
    return path.join(this.root, ...names);
  }

  logFile(part: string): string {
    return this.path('logs', `${part}.log`);
  }

  /** @returns the parsed content, or null when there is no such file */
  readJson(name: string): unknown {
    return existsSync(this.path(name)) ? JSON.parse(readFileSync(this.path(name), 'utf8')) : null;
  }

  /** Whole or not at all, and readable by us alone. */
  writeJson(name: string, value: unknown): void {
    const file = this.path(name);
    writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

/** `reset` removes the folder with all that is in it, so a folder of something else is never taken. */
function requireOurs(root: string): void {
  const mark = path.join(root, OWN_MARK);
  if (existsSync(mark)) return;
  if (readdirSync(root).length > 0) {
    throw new ForeignFolderError(`${root} holds something else: set PRESAGE_DATA_DIR to a new folder`);
  }
  writeFileSync(mark, 'The data of npm start; npm run reset removes this folder.\n');
}

export class ForeignFolderError extends Error {}

export class AlreadyRunningError extends Error {
  constructor(root: string, pid: number) {
    super(`Presage already runs on ${root} (process ${pid}): stop it first, or set PRESAGE_DATA_DIR to another folder`);
    this.name = 'AlreadyRunningError';
  }
}
