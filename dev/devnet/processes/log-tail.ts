import { existsSync, readFileSync } from 'node:fs';

const MAX_LINES = 5;

/** Returns the last lines of a log file, for the message of a failed start. */
export function logTail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-MAX_LINES).join('\n') : '';
}
