import { spawnSync } from 'node:child_process';
import { inheritedEnvironment } from '@app/config';

/** Folder of Debian's server programs, which the PATH of a user may lack. */
const SYSTEM_PROGRAMS = '/usr/sbin';

/** Returns the path of a program on this machine, or null. */
export function findProgram(name: string): string | null {
  const env = { PATH: `${inheritedEnvironment().PATH ?? ''}:${SYSTEM_PROGRAMS}` };
  const { status, stdout } = spawnSync('/bin/sh', ['-c', 'command -v "$1"', 'sh', name], { env, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}
