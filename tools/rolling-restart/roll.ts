import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Stack } from '../stack/open-stack.js';
import type { StackProcess } from '../stack/stack-process.js';
import { Balancer } from './balancer.js';
import type { Tally } from './rolling-client.js';
import { RollingLoad } from './rolling-load.js';

/** Settings of a stack whose processes can be replaced one by one. */
export const ROLLING_SETTINGS = { SHUTDOWN_DELAY_MS: '1500', LOG_LEVEL: 'warn' } as const;
const SETTLE_LIMIT_MS = 150_000;
const POLL_MS = 100;

export interface RollingReport {
  readonly restarts: number;
  /** Processes that did not end by themselves with exit code 0. */
  readonly unclean: readonly string[];
  readonly tally: Tally;
  readonly accepted: number;
  /** Of what was accepted, what was executed once. */
  readonly executedOnce: number;
  readonly elapsedMs: number;
}

/** Replaces processes in turn, an API, a worker, the other API and so on, while requests and executions go on. */
export async function roll(stack: Stack, times: number, say: (line: string) => void): Promise<RollingReport> {
  const startedMs = performance.now();
  const balancer = await Balancer.open(stack.apis.map(({ url }) => Number(new URL(url).port)));
  try {
    const load = new RollingLoad(balancer.port, stack.deployment.collateral);
    await load.start();
    const victims = inTurn(stack);
    const unclean: string[] = [];
    for (let time = 1; time <= times; time += 1) {
      const victim = victims[(time - 1) % victims.length];
      if (victim === undefined) throw new Error('there is nobody to restart');
      if (!(await restart(victim))) unclean.push(`${victim.name} (${time})`);
      const { answered, dropped, refused } = load.tally;
      say(
        `${time} of ${times}: ${victim.name} at ${victim.url} replaced; ${answered} answered, ${dropped + refused} not`,
      );
    }
    await load.stop();
    const executedOnce = await countExecutedOnce(stack.databaseUrl, load.accepted);
    const { tally, accepted } = load;
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

export function describeReport(report: RollingReport): string {
  const { restarts, unclean, tally, accepted, executedOnce, elapsedMs } = report;
  const errors = [...tally.serverErrors].map(([status, count]) => `${count} × ${status}`).join(', ');
  return [
    `${restarts} restarts in ${(elapsedMs / 1000).toFixed(0)} s`,
    `requests answered      ${tally.answered}`,
    `sent and not answered  ${tally.dropped}`,
    `not even connected     ${tally.refused}`,
    `server errors          ${errors === '' ? 0 : errors}`,
    `executions accepted    ${accepted}, executed once ${executedOnce}`,
    `ends that were not clean  ${unclean.length === 0 ? 0 : unclean.join(', ')}`,
  ].join('\n');
}

/** An API, a worker, the next API, the next worker, and so on. */
function inTurn({ apis, workers }: Stack): StackProcess[] {
  const longest = Math.max(apis.length, workers.length);
  return Array.from({ length: longest }, (_, index) => [apis[index], workers[index]])
    .flat()
    .filter((process) => process !== undefined);
}

/** False when it had to be killed, or ended with an error. */
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
    const until = Date.now() + SETTLE_LIMIT_MS;
    for (;;) {
      const { rows } = await client.query<{ ended: number; once: number }>(
        `SELECT count(*) FILTER (WHERE status IN ('executed', 'failed', 'cancelled'))::int AS ended,
           count(*) FILTER (WHERE status = 'executed' AND executions_count = 1)::int AS once
         FROM agent_intents WHERE id = ANY ($1)`,
        [intentIds],
      );
      const [row] = rows;
      if (row === undefined) throw new Error('a count has a row');
      if (row.ended === intentIds.length || Date.now() > until) return row.once;
      await delay(POLL_MS);
    }
  } finally {
    await client.end();
  }
}
