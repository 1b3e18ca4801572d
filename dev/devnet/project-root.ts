import { existsSync } from 'node:fs';
import path from 'node:path';

/** Root folder of the checkout. dist/ mirrors the sources, so this works from both. */
export const PROJECT_ROOT = findUp(import.meta.dirname);

/** Returns the compiled file of `source`, a path in the checkout that ends in `.ts`. */
export function builtFile(source: string): string {
  return path.join(PROJECT_ROOT, 'dist', source.replace(/\.ts$/, '.js'));
}

function findUp(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const parent = path.dirname(folder);
  if (parent === folder) throw new Error('no package.json above this file');
  return findUp(parent);
}
