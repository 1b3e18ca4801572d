import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CODE = /^[a-z_]{1,80}$/;

/**
 * Records the error code of an API answer. At the end of a whole run, the answered-codes reporter expects every code of
 * the catalogue to be recorded. A run against a foreign service records nothing.
 */
export function noteAnsweredCode(body: unknown): void {
  const runFolder = process.env.TEST_RUN_FOLDER;
  const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
  if (runFolder === undefined || typeof code !== 'string' || !CODE.test(code)) return;
  const folder = path.join(runFolder, 'answered-codes');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, code), '');
}
