import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';
/** Positions in /proc/<pid>/stat, counted from the field after the command name (proc_pid_stat(5)). */
const STATE_FIELD = 0;
const START_TIME_FIELD = 19;

/**
 * Returns the start time of a process, which tells it apart from a later process with the same pid.
 * Null when no such process lives; a zombie counts as dead.
 */
export function processIdentity(pid: number): string | null {
  return existsSync(BOOT_ID_FILE) ? identityFromProc(pid) : identityFromPs(pid);
}

/** Returns the command line of a live process, or null. */
export function processCommand(pid: number): string | null {
  if (!existsSync(BOOT_ID_FILE)) return ps(pid, 'command=');
  return readIfPresent(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? null;
}

function identityFromProc(pid: number): string | null {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  if (stat === null) return null;
  // The command name in brackets may contain spaces and brackets: fields start after the last bracket.
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
    return null; // the process ended in the meantime
  }
}
