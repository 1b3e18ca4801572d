import type { Sql } from '@app/persistence';

/** How much there is to do, and what stands in its way. Counts end at 10,000. */
export interface Backlog {
  lanes: { due: number; leased: number; waiting: number };
  /** Executions that have not ended. */
  live: { queued: number; submitting: number; broadcast: number; unknown: number };
  /** Age of the oldest execution that waits for nothing but a worker, 0 when there is none. */
  untouchedAgeMs: number;
  /** Age of the oldest execution whose outcome is unknown, 0 when there is none. */
  unknownAgeMs: number;
  tasksDue: number;
  breakerOpen: boolean;
  providerConfigured: boolean;
  pausedScopes: number;
  /** No lane is served, until an operator has reconciled. */
  lanesStopped: boolean;
}

type BacklogRow = {
  due: number;
  leased: number;
  waiting: number;
  queued: number;
  submitting: number;
  broadcast: number;
  unknown: number;
  untouched_age_ms: number;
  unknown_age_ms: number;
  tasks_due: number;
  breaker_open: boolean;
  configured: boolean;
  paused_scopes: number;
  lanes_stopped: boolean;
};

/** Every part is read from a partial index of what is alive, and at most so many entries of it. */
const MOST = 10_000;

/**
 * `waiting_for` is set as soon as a worker has looked and something else holds the execution up; what a worker has never
 * looked at waits for a worker.
 */
const BACKLOG = `
  WITH lane AS MATERIALIZED (
    SELECT wake_at <= now() AS due, coalesce(lease_until > now(), false) AS leased
    FROM lanes WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT ${MOST}),
  live AS MATERIALIZED (
    SELECT status, created_at, waiting_for, tries FROM executions
    WHERE status IN ('queued', 'submitting', 'broadcast', 'unknown') LIMIT ${MOST}),
  task AS MATERIALIZED (
    SELECT FROM worker_tasks WHERE wake_at <= now() LIMIT ${MOST}),
  lane_counts AS (
    SELECT count(*) FILTER (WHERE due AND NOT leased)::int AS due, count(*) FILTER (WHERE leased)::int AS leased,
      count(*) FILTER (WHERE NOT due AND NOT leased)::int AS waiting
    FROM lane),
  live_counts AS (
    SELECT count(*) FILTER (WHERE status = 'queued')::int AS queued,
      count(*) FILTER (WHERE status = 'submitting')::int AS submitting,
      count(*) FILTER (WHERE status = 'broadcast')::int AS broadcast,
      count(*) FILTER (WHERE status = 'unknown')::int AS unknown,
      min(created_at) FILTER (WHERE status = 'queued' AND waiting_for IS NULL AND tries = 0) AS untouched_since
    FROM live)
  SELECT lane_counts.*, live_counts.queued, submitting, broadcast, unknown,
    coalesce(extract(epoch FROM now() - untouched_since) * 1000, 0)::float8 AS untouched_age_ms,
    coalesce((SELECT extract(epoch FROM now() - created_at) * 1000 FROM executions WHERE status = 'unknown'
      ORDER BY created_at LIMIT 1), 0)::float8 AS unknown_age_ms,
    (SELECT count(*) FROM task)::int AS tasks_due,
    EXISTS (SELECT FROM provider_accounts WHERE breaker_open) AS breaker_open,
    EXISTS (SELECT FROM provider_accounts WHERE configured) AS configured,
    (SELECT count(*) FROM execution_pauses WHERE paused)::int AS paused_scopes,
    EXISTS (SELECT FROM engine_cluster WHERE reconcile_since IS NOT NULL) AS lanes_stopped
  FROM lane_counts, live_counts`;

/** One statement, whose cost does not grow with the history. */
export async function readBacklog(sql: Sql): Promise<Backlog> {
  const row = await sql.queryOne<BacklogRow>(BACKLOG);
  if (row === null) throw new Error('the backlog has no row');
  const { due, leased, waiting, queued, submitting, broadcast, unknown } = row;
  return {
    lanes: { due, leased, waiting },
    live: { queued, submitting, broadcast, unknown },
    untouchedAgeMs: Math.max(0, row.untouched_age_ms),
    unknownAgeMs: Math.max(0, row.unknown_age_ms),
    tasksDue: row.tasks_due,
    breakerOpen: row.breaker_open,
    providerConfigured: row.configured,
    pausedScopes: row.paused_scopes,
    lanesStopped: row.lanes_stopped,
  };
}
