import { spawnSync } from 'node:child_process';

const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];
const CHECK = 'import sys; sys.exit(sys.version_info < (3, 10))';

/** Finds an interpreter of Python 3.10 or newer. */
export function findPython(): string | null {
  return NAMES.find((name) => spawnSync(name, ['-c', CHECK], { stdio: 'ignore' }).status === 0) ?? null;
}

/** @throws Error without one: npm test leaves out what needs it */
export function getPython(): string {
  const python = findPython();
  if (python === null) throw new Error('there is no Python 3.10 or newer on the PATH');
  return python;
}
