import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';

/** RSA key of the local provider, shared by all test stacks: generating one takes seconds. */
const CACHED_KEY = path.join(PROJECT_ROOT, '.cache', 'test-entity-key.pem');
const KEY_FILE = 'entity-key.pem';

/** Copies the cached key, if there is one, to a local provider that has not started yet. */
export function borrowEntityKey(providerDataDir: string): void {
  mkdirSync(providerDataDir, { recursive: true, mode: 0o700 });
  if (existsSync(CACHED_KEY)) copyFileSync(CACHED_KEY, path.join(providerDataDir, KEY_FILE));
}

/** Caches the key of a local provider, unless one is cached. */
export function keepEntityKey(providerDataDir: string): void {
  const key = path.join(providerDataDir, KEY_FILE);
  if (existsSync(CACHED_KEY) || !existsSync(key)) return;
  const staging = `${CACHED_KEY}.${process.pid}`;
  copyFileSync(key, staging);
  renameSync(staging, CACHED_KEY);
}
