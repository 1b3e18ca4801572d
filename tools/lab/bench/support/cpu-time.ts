import { readFileSync } from 'node:fs';

/** The unit of /proc/PID/stat. */
const MS_PER_TICK = 10;

/** CPU time in ms that a process, its children and its ended children have used. Linux only. */
export function readCpuMs(pid: number): number {
  const [userTicks = 0, systemTicks = 0, endedUserTicks = 0, endedSystemTicks = 0] = readTicks(pid);
  const own = (userTicks + systemTicks + endedUserTicks + endedSystemTicks) * MS_PER_TICK;
  const children = readText(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((total, child) => total + readCpuMs(Number(child)), own);
}

function readTicks(pid: number): number[] {
  const [, afterName = ''] = readText(`/proc/${pid}/stat`).split(') ');
  return afterName.split(' ').slice(11, 15).map(Number);
}

/** Returns an empty text for a process that has ended. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
