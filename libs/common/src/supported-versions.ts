import { StartRefusedError } from './start-refused-error.js';

/** Versions that the tests run on, as the documentation names them. A newer one is not refused. */
const SUPPORTED = {
  Node: { oldest: '20.19', newest: '24' },
  PostgreSQL: { oldest: '15', newest: '18' },
  Redis: { oldest: '7', newest: '8' },
} as const;

/**
 * @param text contains the version as its first number, as `PostgreSQL 15.18 (Debian …)` does
 * @throws StartRefusedError when it is too old; the message names the version and those that are supported
 */
export function requireVersion(program: keyof typeof SUPPORTED, text: string): void {
  const { oldest, newest } = SUPPORTED[program];
  const [version = 'unknown'] = /\d+(\.\d+)*/.exec(text) ?? [];
  const [[major = 0, minor = 0], [oldestMajor = 0, oldestMinor = 0]] = [toNumbers(version), toNumbers(oldest)];
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new StartRefusedError(`Presage runs on ${program} ${oldest} to ${newest}, and this is ${version}.`);
}

function toNumbers(version: string): number[] {
  return version.split('.').map(Number);
}
