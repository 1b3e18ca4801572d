import { copyFileSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../apps/devnet/src/project-root.js';

/** An RSA key takes seconds to make: the local provider's is made once, and used by every stack after. */
const KEPT_ENTITY_KEY = path.join(PROJECT_ROOT, '.cache', 'test-entity-key.pem');
const ENTITY_KEY = 'entity-key.pem';

/** Gives a local provider that has not started yet the key of an earlier one, if there was one. */
export function borrowEntityKey(providerDataDir: string): void {
  mkdirSync(providerDataDir, { recursive: true, mode: 0o700 });
  if (existsSync(KEPT_ENTITY_KEY)) copyFileSync(KEPT_ENTITY_KEY, path.join(providerDataDir, ENTITY_KEY));
}

/** Keeps the key that a local provider has made, unless one is kept already. */
export function keepEntityKey(providerDataDir: string): void {
  const made = path.join(providerDataDir, ENTITY_KEY);
  if (existsSync(KEPT_ENTITY_KEY) || !existsSync(made)) return;
  const staging = `${KEPT_ENTITY_KEY}.${process.pid}`;
  copyFileSync(made, staging);
  renameSync(staging, KEPT_ENTITY_KEY);
}
