import { spawnSync } from 'node:child_process';

const NAMES = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];
const PROGRAM = 'import sys; print(sys.executable if sys.version_info >= (3, 10) else "")';

/** Finds an interpreter of Python 3.10 or newer. @returns its path */
export function findPython(): string | null {
  for (const name of NAMES) {
    const path = spawnSync(name, ['-c', PROGRAM], { encoding: 'utf8' }).stdout?.trim();
    if (path) return path;
  }
  return null;
}

/** @throws Error without one: npm test leaves out what needs it */
export function getPython(): string {
  const python = findPython();
  if (python === null) throw new Error('there is no Python 3.10 or newer on the PATH');
  return python;
}
