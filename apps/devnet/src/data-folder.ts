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

const MARKER_FILE = 'presage-data.txt';
const LEFTOVER_GRACE_MS = 5_000;

/** Folder of all data that is kept between runs, and of the marks of the processes that use it. */
export class DataFolder {
  readonly run: RunFolder;
  private readonly owner: RunFolder;

  /** @throws ForeignFolderError when the folder holds other files */
  constructor(readonly root: string) {
    mkdirSync(root, { recursive: true });
    requireMarker(root);
    // Started by root, PostgreSQL runs as another user and must be able to enter. Secret files have mode 0600.
    if (process.getuid?.() === 0) chmodSync(root, 0o755);
    this.run = new RunFolder(path.join(root, 'run'));
    this.owner = new RunFolder(path.join(root, 'run', 'owner'));
    mkdirSync(path.join(root, 'logs'), { recursive: true });
  }

  /**
   * Claims the folder for this process and ends the processes that a killed owner left.
   * @returns the names of the ended processes
   * @throws AlreadyRunningError when a live process has claimed it
   */
  async claim(): Promise<string[]> {
    this.owner.record('owner', process.pid, 'SIGTERM');
    // Two processes that start at the same moment see each other's mark here, and both give up.
    const other = this.owner.listLive().find(({ pid }) => pid !== process.pid);
    if (other !== undefined) {
      this.owner.forget(process.pid);
      throw new AlreadyRunningError(this.root, other.pid);
    }
    return this.run.endLeftovers({ graceMs: LEFTOVER_GRACE_MS });
  }

  release(): void {
    this.owner.forget(process.pid);
  }

  /** Removes all data, including PostgreSQL's outside of the folder. Requires `claim`. */
  clear(): void {
    removePostgresHome(this.path('postgres'));
    rmSync(this.root, { recursive: true, force: true });
  }

  path(...names: readonly string[]): string {
    return path.join(this.root, ...names);
  }

  logFile(processName: string): string {
    return this.path('logs', `${processName}.log`);
  }

  /** Returns the parsed content, or null when the file does not exist. */
  readJson(name: string): unknown {
    return existsSync(this.path(name)) ? JSON.parse(readFileSync(this.path(name), 'utf8')) : null;
  }

  /** Replaces a file atomically, with mode 0600. */
  writeJson(name: string, value: unknown): void {
    const file = this.path(name);
    writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

/** `npm run reset` removes the whole folder, so a folder with other files is refused. */
function requireMarker(root: string): void {
  const marker = path.join(root, MARKER_FILE);
  if (existsSync(marker)) return;
  if (readdirSync(root).length > 0) {
    throw new ForeignFolderError(`${root} contains other files. Set PRESAGE_DATA_DIR to a new folder.`);
  }
  writeFileSync(marker, 'Data of npm start. npm run reset removes this folder.\n');
}

export class ForeignFolderError extends Error {}

export class AlreadyRunningError extends Error {
  constructor(root: string, pid: number) {
    super(
      `Presage already runs on ${root} (process ${pid}). Stop it first, or set PRESAGE_DATA_DIR to another folder.`,
    );
    this.name = 'AlreadyRunningError';
  }
}
