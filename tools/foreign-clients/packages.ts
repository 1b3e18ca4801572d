import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';

/** Holds manifest, lockfile and callers. */
export const SOURCE_FOLDER = path.join(PROJECT_ROOT, 'tools/foreign-clients');
/** A failing compiler prints a line for each error. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Holds the packages and what the generators write. Checks and the build skip `.cache`. */
export const WORK_FOLDER = path.join(PROJECT_ROOT, '.cache/foreign-clients');

/** Loads an installed package. Callers declare the part that they use, since the root does not install its types. */
export const requirePackage = createRequire(path.join(WORK_FOLDER, 'package.json'));

/**
 * Installs the packages of this folder's lockfile, 270 MB, unless they are current.
 * They are apart from the root's packages, so that `npm start` and `npm test` do not install them.
 */
export function installPackages(): void {
  if (isInstalled()) return;
  console.log('[foreign-clients] installing generators, linter and browser driver (about a minute, once)…');
  mkdirSync(WORK_FOLDER, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(path.join(SOURCE_FOLDER, file), path.join(WORK_FOLDER, file));
  }
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: WORK_FOLDER, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm could not install the packages of tools/foreign-clients');
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

/** npm writes node_modules/.package-lock.json last, so an interrupted installation lacks it. */
function isInstalled(): boolean {
  if (!existsSync(path.join(WORK_FOLDER, 'node_modules/.package-lock.json'))) return false;
  return readFileSync(path.join(WORK_FOLDER, 'package-lock.json')).equals(
    readFileSync(path.join(SOURCE_FOLDER, 'package-lock.json')),
  );
}
