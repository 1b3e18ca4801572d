import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { dataFolderAbove, dataFoldersIn, isDataFolder, MARKER_FILE } from './find-data-folders.js';
import { removePostgresHome } from './postgres/postgres-home.js';
import { errorCode } from './processes/error-code.js';
import { RunFolder } from './processes/run-folder.js';

const LEFTOVER_GRACE_MS = 5_000;

/** Folder of all data that is kept between runs, and of the marks of the processes that use it. */
export class DataFolder {
  readonly run: RunFolder;
  private readonly owner: RunFolder;

  /**
   * @throws ForeignFolderError when a new folder has other files, or lies in the folder of another instance
   * @throws UnusableFolderError when it cannot be created
   */
  constructor(readonly root: string) {
    explainFailure(root, () => prepare(root));
    this.run = new RunFolder(path.join(root, 'run'));
    this.owner = new RunFolder(path.join(root, 'run', 'owner'));
  }

  /**
   * Claims the folder for this process and ends the processes that a killed owner left.
   * @returns the names of the ended processes
   * @throws AlreadyRunningError when a live process has claimed it
   * @throws UnusableFolderError when this user cannot write to it
   */
  async claim(): Promise<string[]> {
    explainFailure(this.root, () => {
      for (const folder of [this.root, this.owner.folder]) accessSync(folder, constants.W_OK | constants.X_OK);
    });
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

  /** Returns the process that runs `npm start` on this folder, or null. */
  findOwner(): number | null {
    return this.owner.listLive()[0]?.pid ?? null;
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

function prepare(root: string): void {
  if (!isDataFolder(root)) create(root);
  // Started by root, PostgreSQL runs as another user and must be able to enter. Secret files have mode 0600.
  if (process.getuid?.() === 0) chmodSync(root, 0o755);
  for (const name of ['logs', 'run/owner']) mkdirSync(path.join(root, name), { recursive: true });
}

/** `npm run reset` removes the whole folder, so a folder that has other files, or lies in another instance's, is refused. */
function create(root: string): void {
  const outer = dataFolderAbove(root);
  if (outer !== null) {
    throw new ForeignFolderError(
      `${root} lies in ${outer}, the data folder of another instance. Set PRESAGE_DATA_DIR to a folder outside of it, such as ${outer}-second.`,
    );
  }
  mkdirSync(root, { recursive: true });
  if (readdirSync(root).length > 0) {
    const found = dataFoldersIn(root).map((folder) => ` ${folder} is a data folder: set PRESAGE_DATA_DIR to use it.`);
    throw new ForeignFolderError(
      `${root} contains other files.${found.join('')} Set PRESAGE_DATA_DIR to a new folder to start with new data.`,
    );
  }
  writeFileSync(path.join(root, MARKER_FILE), 'Data of npm start. npm run reset removes this folder.\n');
}

/** Reasons why a folder cannot be used, by the code of the system's error. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write to it',
  EPERM: 'this user may not write to it',
  EROFS: 'it is on a file system that cannot be written',
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'it cannot be created there',
  ENOSPC: 'no space is left there',
  EDQUOT: 'no space is left there',
};

/** @throws UnusableFolderError instead of an error of the file system */
function explainFailure(root: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    const reason = REASONS[errorCode(cause) ?? ''];
    throw reason === undefined ? cause : new UnusableFolderError(root, reason, { cause });
  }
}

export class ForeignFolderError extends Error {}

export class UnusableFolderError extends Error {
  constructor(root: string, reason: string, options?: ErrorOptions) {
    super(
      `the data folder ${root} cannot be used: ${reason}. Set PRESAGE_DATA_DIR to a folder that this user can write to.`,
      options,
    );
  }
}

export class AlreadyRunningError extends Error {
  /** The message without the remedies of a start. */
  readonly fact: string;

  constructor(root: string, pid: number) {
    const fact = `Presage already runs on ${root} (process ${pid}).`;
    super(`${fact} Stop it first, or set PRESAGE_DATA_DIR to another folder.`);
    this.fact = fact;
    this.name = 'AlreadyRunningError';
  }
}
