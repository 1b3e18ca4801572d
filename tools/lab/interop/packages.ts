import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { inheritedEnvironment } from '@app/config';
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

/** Runs a Node that may be another one, without a terminal. @returns its output, stderr included */
export async function runNode(
  node: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<{ readonly output: string; readonly code: unknown }> {
  const child = spawn(node, args, {
    ...{ cwd, env: { ...inheritedEnvironment(), ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code]: unknown[] = await once(child, 'close');
  return { output, code };
}

/** Path of a newer Node that is installed as a package, on Linux x64 only. */
export function newerNode(major: 22 | 24): string {
  return path.join(WORK_FOLDER, `node_modules/node-${major}/bin/node`);
}
