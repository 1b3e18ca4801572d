import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CheckResult } from './check-result.js';

const MAX_SCRIPT_BYTES = 80 * 1024;

/** Checks the size of the scripts that the console's page loads before it shows something. */
export function checkConsole(root: string): CheckResult {
  const folder = path.join(root, 'dist/apps/console');
  const file = path.join(folder, 'index.html');
  if (!existsSync(file)) return { problems: ['dist/apps/console is not built'], summary: '' };
  const page = readFileSync(file, 'utf8');
  const scripts = [...page.matchAll(/"\/console\/([\w-]+\.js)"/g)].map(([, name = '']) => name);
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name))).length, 0);
  const summary = `${(bytes / 1024).toFixed(1)} KiB of scripts at first load, compressed`;
  const isTooLarge = bytes > MAX_SCRIPT_BYTES || scripts.length === 0;
  return { problems: isTooLarge ? [`${summary}, maximum ${MAX_SCRIPT_BYTES / 1024} KiB`] : [], summary };
}
