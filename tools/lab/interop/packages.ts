import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { installPackages as install, packageFolders } from '../../support/cached-packages.js';

const FOLDERS = packageFolders('lab/interop');
/** Holds manifest, lockfile and callers. */
export const SOURCE_FOLDER = FOLDERS.source;
/** Holds the packages and what the generators write. */
export const WORK_FOLDER = FOLDERS.work;
/** A failing compiler prints a line for each error. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Loads an installed package. Callers declare the part that they use, since the root does not install its types. */
export const requirePackage = createRequire(path.join(WORK_FOLDER, 'package.json'));

/** Installs generators, linters and MCP clients, 700 MB, unless they are current. */
export function installPackages(): void {
  install(FOLDERS);
}

/** Runs a package's program in the work folder and returns its output. @throws Error with its output when it fails */
export function runPackage(program: string, args: readonly string[]): string {
  const file = path.join(WORK_FOLDER, 'node_modules/.bin', program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    cwd: WORK_FOLDER,
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  if (status !== 0) throw new Error(`${program} exited with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

/** Path of a newer Node that is installed as a package, on Linux x64 only. */
export function newerNode(major: 22 | 24): string {
  return path.join(WORK_FOLDER, `node_modules/node-${major}/bin/node`);
}
