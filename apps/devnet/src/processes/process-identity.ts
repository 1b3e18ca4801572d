import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';
/** Positions in /proc/<pid>/stat, counted from the field after the command name (proc_pid_stat(5)). */
const STATE_FIELD = 0;
const START_TIME_FIELD = 19;

/**
 * What tells a process apart from a later one that was given the same pid: the moment it started.
 * @returns null when no such process lives (a zombie counts as dead)
 */
export function processIdentity(pid: number): string | null {
  return existsSync(BOOT_ID_FILE) ? identityFromProc(pid) : identityFromPs(pid);
}

/** The command line of a live process, or null when there is none to be seen. */
export function processCommand(pid: number): string | null {
  if (!existsSync(BOOT_ID_FILE)) return ps(pid, 'command=');
  return readIfPresent(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? null;
}

function identityFromProc(pid: number): string | null {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The command name stands in brackets and may itself hold spaces and brackets: read on after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[STATE_FIELD] === 'Z') return null;
  return `${readFileSync(BOOT_ID_FILE, 'utf8').trim()}/${fields[START_TIME_FIELD]}`;
}

function identityFromPs(pid: number): string | null {
  if (ps(pid, 'state=')?.startsWith('Z')) return null;
  return ps(pid, 'lstart=');
}

function ps(pid: number, column: string): string | null {
  const { status, stdout } = spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null; // the process ended between two looks at it, which is the answer
  }
}
