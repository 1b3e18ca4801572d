import { runNode } from './run-node.js';

/** Runs Jest on ES modules and resolves to its exit code. */
export function runJest(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  return runNode([...flags, 'node_modules/jest/bin/jest.js', ...args], { env });
}
