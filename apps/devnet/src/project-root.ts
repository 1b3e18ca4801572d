import { existsSync } from 'node:fs';
import path from 'node:path';

/** The checkout's top folder, from the sources as well as from dist/, which mirrors them. */
export const PROJECT_ROOT = findUp(import.meta.dirname);

/** Where the build puts the program that `source` (a path in the checkout, ending in `.ts`) compiles to. */
export function builtFile(source: string): string {
  return path.join(PROJECT_ROOT, 'dist', source.replace(/\.ts$/, '.js'));
}

function findUp(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('no package.json above this file');
  return findUp(parent);
}
