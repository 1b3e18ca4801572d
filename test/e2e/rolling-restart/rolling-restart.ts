import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Stack } from '../../support/stack/open-stack.js';
import type { StackProcess } from '../../support/stack/stack-process.js';
import { Balancer } from './balancer.js';
import type { Tally } from './rolling-client.js';
import { RollingLoad } from './rolling-load.js';

/** Settings of a stack whose processes can be replaced one by one. */
export const ROLLING_SETTINGS = { SHUTDOWN_DELAY_MS: '1500', LOG_LEVEL: 'warn' } as const;
const SETTLE_TIMEOUT_MS = 150_000;
const POLL_INTERVAL_MS = 100;

export interface RollingReport {
  readonly restarts: number;
  /** Processes that did not exit with code 0. */
  readonly unclean: readonly string[];
  readonly tally: Tally;
  readonly accepted: number;
  /** Accepted intents that were executed exactly once. */
  readonly executedOnce: number;
  readonly elapsedMs: number;
}

/** Restarts an API, a worker, the next API and so on, while clients read, write and execute. */
export async function restartProcesses(
  stack: Stack,
  times: number,
  log: (line: string) => void,
): Promise<RollingReport> {
  const startedMs = performance.now();
  const balancer = await Balancer.open(stack.apis.map(({ url }) => Number(new URL(url).port)));
  try {
    const load = new RollingLoad(balancer.port, stack.deployment.collateral);
    await load.start();
    const processes = alternate(stack);
    const unclean: string[] = [];
    for (let time = 1; time <= times; time += 1) {
      const process = processes[(time - 1) % processes.length];
      if (process === undefined) throw new Error('the stack has no process to restart');
      if (!(await restart(process))) unclean.push(`${process.name} (${time})`);
      const { answered, dropped, refused } = load.tally;
      log(
        `${time} of ${times}: ${process.name} at ${process.url} restarted; ${answered} answered, ${dropped + refused} not`,
      );
    }
    await load.stop();
    const { tally, accepted } = load;
    const executedOnce = await countExecutedOnce(stack.databaseUrl, accepted);
    const elapsedMs = performance.now() - startedMs;
    return { restarts: times, unclean, tally, accepted: accepted.length, executedOnce, elapsedMs };
  } finally {
    balancer.close();
  }
}

export function isClean({ unclean, tally, accepted, executedOnce }: RollingReport): boolean {
  const { dropped, refused, serverErrors } = tally;
  return (
    unclean.length === 0 && dropped + refused + serverErrors.size === 0 && executedOnce === accepted && accepted > 0
  );
}

/** Returns an API, a worker, the next API, the next worker and so on. */
function alternate({ apis, workers }: Stack): StackProcess[] {
  const length = Math.max(apis.length, workers.length);
  return Array.from({ length }, (_, index) => [apis[index], workers[index]])
    .flat()
    .filter((process) => process !== undefined);
}

/** @returns false when the process was killed or exited with an error */
async function restart(process: StackProcess): Promise<boolean> {
  const { exited } = process;
  await process.stop();
  const { code } = await exited;
  await process.start();
  return code === 0;
}

async function countExecutedOnce(databaseUrl: string, intentIds: readonly string[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const deadlineMs = Date.now() + SETTLE_TIMEOUT_MS; ; await delay(POLL_INTERVAL_MS)) {
      const { rows } = await client.query<{ ended: number; once: number }>(
        `SELECT count(*) FILTER (WHERE status IN ('executed', 'failed', 'cancelled'))::int AS ended,
           count(*) FILTER (WHERE status = 'executed' AND executions_count = 1)::int AS once
         FROM agent_intents WHERE id = ANY ($1)`,
        [intentIds],
      );
      const [{ ended, once } = { ended: 0, once: 0 }] = rows;
      if (ended === intentIds.length || Date.now() > deadlineMs) return once;
    }
  } finally {
    await client.end();
  }
}
