import { spawnSync } from 'node:child_process';

/** Runs a program to its end. @returns its output, also of a failed run */
export function run(command: string, args: readonly string[], input?: string): { ok: boolean; output: string } {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', input, maxBuffer: 2 ** 26 });
  if (error !== undefined) throw error;
  return { ok: status === 0, output: status === 0 ? stdout : stdout + stderr };
}

/** Runs a program that must succeed. @returns its standard output */
export function runToEnd(command: string, args: readonly string[], input?: string): string {
  const { ok, output } = run(command, args, input);
  if (!ok) throw new Error(`${command} ${args.join(' ')} failed:\n${output}`);
  return output;
}
