import { spawn } from 'node:child_process';
import { builtFile } from '../../../dev/devnet/project-root.js';

const ENTRY = builtFile('packages/cli/src/main.ts');

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `presage` with these words, without a terminal. */
export function presage(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [ENTRY, ...words], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const result = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (result.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (result.err += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, ...result }));
  });
}
