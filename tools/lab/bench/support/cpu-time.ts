import { readFileSync } from 'node:fs';

/** The unit of /proc/PID/stat. */
const US_PER_TICK = 10_000;

/** CPU time that the process has used, in microseconds. NaN where the system has no /proc. */
export function readCpuUs(pid: number): number {
  try {
    const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [userTicks = 0, systemTicks = 0] = afterName.split(' ').slice(11, 13).map(Number);
    return (userTicks + systemTicks) * US_PER_TICK;
  } catch {
    return Number.NaN;
  }
}
