import type { SqlSession } from '@app/persistence';

/** Intervals of the rate limit between two writes of tasks: executions keep the other half. */
const INTERVALS_PER_WRITE = 2;
/** Time for which unused turns accumulate. */
const BURST_MS = 1_000;

/**
 * Takes a turn to write to the wallet provider, in the rate limit that executions and tasks of all workers share. Turns of
 * tasks are one time that advances by two intervals. A turn that has come is used at once, and puts the executions back by
 * one interval. Otherwise the task keeps it, and asks again when it has come.
 * @returns time in ms until the turn; 0 when the task may write once
 */
export async function reserveProviderWrite(sql: SqlSession, taskId: string, perSecond: number): Promise<number> {
  const row = await sql.queryOne<{ delayMs: number }>(RESERVE_PROVIDER_WRITE_SQL, [taskId, 1_000 / perSecond]);
  return row?.delayMs ?? 0;
}

/** Parameters: task, interval in ms. */
const RESERVE_PROVIDER_WRITE_SQL = `
  WITH task AS MATERIALIZED (SELECT token_due_at FROM worker_tasks WHERE id = $1),
  account AS MATERIALIZED (
    SELECT clock_timestamp() AS read_at, $2::float8 * interval '1 ms' AS step, next_task_at
    FROM provider_accounts WHERE id = 'default' FOR UPDATE),
  turn AS MATERIALIZED (
    SELECT read_at, step, token_due_at IS NULL AS is_new, coalesce(token_due_at, greatest(next_task_at,
      read_at - greatest(${BURST_MS} - ${INTERVALS_PER_WRITE} * $2::float8, 0) * interval '1 ms')) AS due_at
    FROM task CROSS JOIN account),
  advanced AS (
    UPDATE provider_accounts AS p SET
      next_task_at = CASE WHEN is_new THEN due_at + ${INTERVALS_PER_WRITE} * step ELSE p.next_task_at END,
      next_send_at = CASE WHEN due_at > read_at THEN p.next_send_at
        ELSE greatest(p.next_send_at, read_at - ${BURST_MS} * interval '1 ms' + step) + step END
    FROM turn WHERE p.id = 'default'),
  kept AS (
    UPDATE worker_tasks SET token_due_at = CASE WHEN due_at > read_at THEN due_at END FROM turn WHERE worker_tasks.id = $1)
  SELECT greatest(0, ceil(1000 * extract(epoch FROM due_at - read_at)))::float8 AS "delayMs" FROM turn`;
