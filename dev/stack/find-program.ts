import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { inheritedEnvironment } from '@app/config';

/** Folder of Debian's server programs, which the PATH of a user may lack. */
const SYSTEM_PROGRAMS = '/usr/sbin';

/** Returns the path of a program on this machine, or null. */
export function findProgram(name: string): string | null {
  const folders = [...(inheritedEnvironment().PATH ?? '').split(path.delimiter), SYSTEM_PROGRAMS];
  const files = folders.filter((folder) => folder !== '').map((folder) => path.join(folder, name));
  return files.find((file) => isExecutable(file)) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
