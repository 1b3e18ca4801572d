import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CODE = /^[a-z_]{1,80}$/;

/**
 * Notes the code of an error that the API has really answered. At the end of a whole run, answered-codes-reporter.mjs
 * asks whether every code of the catalogue was among them. A run against a service elsewhere keeps no notes.
 */
export function noteAnsweredCode(body: unknown): void {
  const runFolder = process.env.TEST_RUN_FOLDER;
  const code = (body as { error?: { code?: unknown } } | null)?.error?.code;
  if (runFolder === undefined || typeof code !== 'string' || !CODE.test(code)) return;
  const folder = path.join(runFolder, 'answered-codes');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, code), '');
}
