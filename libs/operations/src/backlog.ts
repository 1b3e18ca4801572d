import { LIVE_STATUS_LIST } from '@app/engine';
import type { SqlSession } from '@app/persistence';

/**
 * Work to do, and what stops it. Counts end at 10,000. A type and not an interface, so that it can be the row of a query.
 */
export type Backlog = Pressure & {
  lanes: { due: number; leased: number; waiting: number; quarantined: number };
  /** Executions that have not ended. */
  live: { queued: number; submitting: number; broadcast: number; unknown: number };
  /** Age of the oldest execution with an unknown outcome; 0 without one. */
  unknownAgeMs: number;
  /** Time since the deadline of an armed execution that is submitting or broadcast; the longest, 0 without one. */
  overdueMs: number;
  tasksDue: number;
  breakerOpen: boolean;
  /** Whether a worker with the provider's credentials has reported within the last minute. */
  providerConfigured: boolean;
  pausedScopes: number;
};

/** Causes for which accepted executions wait. A type and not an interface, so that it can be the row of a query. */
export type Pressure = {
  /** Age of the oldest execution that only waits for a worker; 0 without one. */
  oldestQueuedAgeMs: number;
  /** Time until the next token of the provider's rate limit that no lane has reserved; 0 when there is one. */
  providerDelayMs: number;
  /** Whether all lanes are stopped until the records are reconciled. */
  lanesStopped: boolean;
};

/** Live entries read from each partial index at most. */
const MAX_COUNTED = 10_000;

/** Whether no worker has served the execution yet: true from acceptance until a worker first serves it. */
const IS_UNTOUCHED = `status = 'queued' AND waiting_for IS NULL AND tries = 0`;

/** A lane's quarantine is no worker's delay. */
const SELECT_PRESSURE_SQL = `
  coalesce((SELECT extract(epoch FROM now() - e.created_at) * 1000 FROM executions AS e
    WHERE ${IS_UNTOUCHED}
      AND NOT EXISTS (SELECT FROM lanes WHERE lanes.id = e.lane_id AND lanes.quarantined_at IS NOT NULL)
    ORDER BY e.created_at LIMIT 1), 0)::float8 AS "oldestQueuedAgeMs",
  greatest(0, (SELECT extract(epoch FROM next_token_at - now()) * 1000 FROM provider_accounts))::float8
    AS "providerDelayMs",
  EXISTS (SELECT FROM engine_cluster WHERE reconcile_since IS NOT NULL) AS "lanesStopped"`;

const SELECT_BACKLOG_SQL = `
  WITH lane AS MATERIALIZED (
    SELECT wake_at, wake_at <= now() AS due, coalesce(lease_until > now(), false) AS leased
    FROM lanes WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT ${MAX_COUNTED}),
  live AS MATERIALIZED (
    SELECT status FROM executions
    WHERE status IN ${LIVE_STATUS_LIST} LIMIT ${MAX_COUNTED}),
  task AS MATERIALIZED (
    SELECT FROM worker_tasks WHERE wake_at <= now() LIMIT ${MAX_COUNTED})
  SELECT
    (SELECT json_build_object(
       'due', count(*) FILTER (WHERE due AND NOT leased), 'leased', count(*) FILTER (WHERE leased),
       'waiting', count(*) FILTER (WHERE NOT due AND NOT leased),
       'quarantined', (SELECT count(*) FROM lanes WHERE quarantined_at IS NOT NULL)) FROM lane) AS lanes,
    (SELECT json_build_object(
       'queued', count(*) FILTER (WHERE status = 'queued'), 'submitting', count(*) FILTER (WHERE status = 'submitting'),
       'broadcast', count(*) FILTER (WHERE status = 'broadcast'), 'unknown', count(*) FILTER (WHERE status = 'unknown'))
     FROM live) AS live,
    greatest(0, (SELECT extract(epoch FROM now() - created_at) * 1000 FROM executions WHERE status = 'unknown'
      ORDER BY created_at LIMIT 1))::float8 AS "unknownAgeMs",
    coalesce(greatest(0, (SELECT extract(epoch FROM now() - min(s.deadline)) * 1000
      FROM (SELECT id, lane_id FROM executions WHERE status IN ('submitting', 'broadcast') LIMIT ${MAX_COUNTED}) AS e
      JOIN lanes AS l ON l.id = e.lane_id AND l.quarantined_at IS NULL
      JOIN execution_steps AS s ON s.execution_id = e.id AND s.status IN ('armed', 'sent', 'mined'))), 0)::float8 AS "overdueMs",
    (SELECT count(*) FROM task)::int AS "tasksDue",
    EXISTS (SELECT FROM provider_accounts WHERE breaker_open) AS "breakerOpen",
    EXISTS (SELECT FROM worker_heartbeats WHERE expires_at > now()) AS "providerConfigured",
    (SELECT count(*) FROM execution_pauses WHERE paused)::int AS "pausedScopes",
    ${SELECT_PRESSURE_SQL}`;

/** Reads the backlog in one statement, whose cost does not grow with the history. */
export function readBacklog(sql: SqlSession): Promise<Backlog> {
  return sql.queryOneOrFail<Backlog>(SELECT_BACKLOG_SQL);
}

/** Reads what may keep an accepted execution waiting. */
export function readPressure(sql: SqlSession): Promise<Pressure> {
  return sql.queryOneOrFail<Pressure>(`SELECT ${SELECT_PRESSURE_SQL}`);
}
