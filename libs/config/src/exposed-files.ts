import { statSync } from 'node:fs';
import { FILE_SUFFIX, type Environment } from './read-settings.js';
import { KNOWN_SETTINGS } from './misspelt-settings.js';

/** Lists the variables of secrets whose file other users can read. A process reads it all the same. */
export function findExposedFiles(env: Environment = process.env): string[] {
  return Object.entries(env).flatMap(([name, file = '']) => {
    if (!name.endsWith(FILE_SUFFIX) || !KNOWN_SETTINGS.has(name)) return [];
    try {
      return isExposed(statSync(file.trim())) ? [name] : [];
    } catch {
      return []; // absent, or in a folder of another process
    }
  });
}

/** The group may read a file of another user, such as a mounted secret: it is how the process reads it. */
export function isExposed({ mode, uid }: { mode: number; uid: number }, processUid = process.getuid?.()): boolean {
  // Windows has neither users nor modes here.
  return processUid !== undefined && (mode & (uid === processUid ? 0o077 : 0o007)) !== 0;
}
