import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const MARKER_FILE = 'presage-data.txt';

export function isDataFolder(folder: string): boolean {
  return existsSync(path.join(folder, MARKER_FILE));
}

export function dataFoldersIn(folder: string): string[] {
  return subfolders(folder).filter(isDataFolder);
}

/** Returns the nearest data folder that contains `folder`, or null. */
export function dataFolderAbove(folder: string): string | null {
  const parent = path.dirname(folder);
  if (parent === folder) return null;
  return isDataFolder(parent) ? parent : dataFolderAbove(parent);
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
}
