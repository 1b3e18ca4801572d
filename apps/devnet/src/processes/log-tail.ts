import { existsSync, readFileSync } from 'node:fs';

const LINES = 5;

/** The last lines of a part's log file, for the message that says why it does not run. */
export function logTail(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LINES).join('\n') : '';
}
