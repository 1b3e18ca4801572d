import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';

/** The unit of /proc/PID/stat. */
const US_PER_TICK = 10_000;

interface ProcessTimes {
  readonly parentPid: number;
  readonly ownUs: number;
  /** Of children that have ended. */
  readonly endedChildrenUs: number;
}

/** CPU time that the process has used, in microseconds. NaN where the system has no /proc. */
export function cpuUsOf(pid: number): number {
  return timesOf(pid)?.ownUs ?? Number.NaN;
}

/** CPU time of a PostgreSQL server and its processes, in microseconds. NaN where the system has no /proc. */
export async function postgresCpuUs(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const serverPid = timesOf(rows[0]?.pid ?? 0)?.parentPid;
  const server = serverPid === undefined ? null : timesOf(serverPid);
  if (server === null) return Number.NaN;
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const children = pids.map((pid) => timesOf(Number(pid))).filter((each) => each?.parentPid === serverPid);
  return children.reduce((sum, each) => sum + (each?.ownUs ?? 0), server.ownUs + server.endedChildrenUs);
}

function timesOf(pid: number): ProcessTimes | null {
  try {
    const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const fields = afterName.split(' ').map(Number);
    const [userTicks = 0, systemTicks = 0, childUserTicks = 0, childSystemTicks = 0] = fields.slice(11, 15);
    return {
      parentPid: fields[1] ?? 0,
      ownUs: (userTicks + systemTicks) * US_PER_TICK,
      endedChildrenUs: (childUserTicks + childSystemTicks) * US_PER_TICK,
    };
  } catch {
    return null;
  }
}
