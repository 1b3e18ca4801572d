import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRecord } from '@app/common';
import { canHydrate, copyPostgres, hydrate, installedPostgres } from './postgres-binaries.js';
import { removeFolder } from '../processes/remove-folder.js';

/** Unprivileged user and group of every Unix system. PostgreSQL refuses to run as root. */
const NOBODY = { uid: 65_534, gid: 65_534 } as const;
/** File of the data folder with the path of a relocated cluster. */
const RELOCATION_FILE = 'relocated.json';

export interface PostgresHome {
  readonly binDir: string;
  /** Folder of the cluster; PostgreSQL's user can enter it. */
  readonly folder: string;
  /** User that PostgreSQL runs as; null is the current user. */
  readonly owner: typeof NOBODY | null;
}

/**
 * Prepares binaries and a folder that PostgreSQL's user can enter: usually node_modules and `dataDir`.
 * When root runs this in a checkout that other users cannot enter, both are copied to a folder below the system's temporary
 * root. `relocated.json` in `dataDir` names it.
 */
export function preparePostgresHome(dataDir: string): PostgresHome {
  mkdirSync(dataDir, { recursive: true });
  const native = installedPostgres();
  if (process.getuid?.() !== 0) {
    return { binDir: path.join(usable(native, dataDir), 'bin'), folder: dataDir, owner: null };
  }
  chmodSync(dataDir, 0o755);
  if (findRelocated(dataDir) === null && nobodyCanReach(dataDir)) {
    const reachable = canHydrate(native) && nobodyCanReach(path.join(native, 'bin', 'postgres'));
    if (reachable) hydrate(native);
    return {
      binDir: path.join(reachable ? native : copyPostgres(native, dataDir), 'bin'),
      folder: dataDir,
      owner: NOBODY,
    };
  }
  const folder = relocate(dataDir);
  return { binDir: path.join(copyPostgres(native, folder), 'bin'), folder, owner: NOBODY };
}

/** Removes all PostgreSQL files of this data folder, including relocated ones. */
export function removePostgresHome(dataDir: string): void {
  const relocated = findRelocated(dataDir);
  if (relocated !== null) removeFolder(relocated);
  removeFolder(dataDir);
}

function usable(native: string, dataDir: string): string {
  if (!canHydrate(native)) return copyPostgres(native, dataDir);
  hydrate(native);
  return native;
}

/** The new name is random, so that a new data folder never takes over an old cluster. */
function relocate(dataDir: string): string {
  const folder = findRelocated(dataDir) ?? path.join(temporaryRoot(), `presage-${randomUUID()}`);
  makePrivateFolder(folder);
  writeFileSync(path.join(dataDir, RELOCATION_FILE), JSON.stringify({ folder }));
  return folder;
}

/** Creates a folder in a world-writable place. Refuses a symlink, and a folder that another user owns or can write to. */
function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const stats = lstatSync(folder);
  if (!stats.isDirectory() || stats.uid !== process.getuid?.() || (stats.mode & 0o022) !== 0) {
    throw new Error(`${folder} belongs to another user. Remove it, or set PRESAGE_DATA_DIR to another folder.`);
  }
  chmodSync(folder, 0o755);
}

/** Prefers /var/tmp, which survives a reboot. */
function temporaryRoot(): string {
  const root = ['/var/tmp', tmpdir(), '/tmp'].find((candidate) => existsSync(candidate) && nobodyCanReach(candidate));
  if (root === undefined)
    throw new Error('PostgreSQL refuses to run as root, and no temporary folder is open to other users');
  return root;
}

function nobodyCanReach(target: string): boolean {
  const { status, error } = spawnSync('/bin/sh', ['-c', 'test -r "$1" && test -x "$1"', 'sh', target], {
    ...NOBODY,
    cwd: '/',
  });
  if (error !== undefined) {
    throw new Error('PostgreSQL refuses to run as root, and this root may not run programs as another user', {
      cause: error,
    });
  }
  return status === 0;
}

function findRelocated(dataDir: string): string | null {
  const file = path.join(dataDir, RELOCATION_FILE);
  const value: unknown = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  return isRecord(value) && typeof value.folder === 'string' ? value.folder : null;
}
