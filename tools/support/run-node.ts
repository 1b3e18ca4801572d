import { spawn } from 'node:child_process';
import { PROJECT_ROOT } from '../../dev/devnet/project-root.js';

export interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Exit code for a program that a signal ended. */
  readonly signalExitCode?: number;
}

/** Runs `node` with these arguments on the same terminal, passes signals on, and resolves to the exit code. */
export function runNode(args: readonly string[], { env, signalExitCode = 1 }: RunOptions): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: PROJECT_ROOT, env, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? signalExitCode));
  });
}
