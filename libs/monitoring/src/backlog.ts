import { LIVE_STATUS_LIST } from '@app/agents';
import { LiveSince, type Sql } from '@app/persistence';

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

/** When the statement read, and the oldest entries that it found. A type, so that it can be the row of a query. */
type Found = { readAt: Date; oldestUntouched: Date | null };

/** Live entries read from each partial index at most. */
const MAX_COUNTED = 10_000;

/** Whether no worker has served the execution yet: true from acceptance until a worker first serves it. */
const IS_UNTOUCHED = `status = 'queued' AND waiting_for IS NULL AND tries = 0`;

/** A lane's quarantine is no worker's delay. $1: no execution from before is untouched. */
const PRESSURE = `
  now() AS "readAt",
  (SELECT created_at FROM executions WHERE ${IS_UNTOUCHED} AND created_at >= $1 ORDER BY created_at LIMIT 1)
    AS "oldestUntouched",
  coalesce((SELECT extract(epoch FROM now() - e.created_at) * 1000 FROM executions AS e
    WHERE ${IS_UNTOUCHED} AND e.created_at >= $1
      AND NOT EXISTS (SELECT FROM lanes WHERE lanes.id = e.lane_id AND lanes.quarantined_at IS NOT NULL)
    ORDER BY e.created_at LIMIT 1), 0)::float8 AS "oldestQueuedAgeMs",
  greatest(0, (SELECT extract(epoch FROM next_token_at - now()) * 1000 FROM provider_accounts))::float8
    AS "providerDelayMs",
  EXISTS (SELECT FROM engine_cluster WHERE reconcile_since IS NOT NULL) AS "lanesStopped"`;

/** $2: no lane has an earlier due time. */
const BACKLOG = `
  WITH lane AS MATERIALIZED (
    SELECT wake_at, wake_at <= now() AS due, coalesce(lease_until > now(), false) AS leased
    FROM lanes WHERE wake_at >= $2 ORDER BY wake_at LIMIT ${MAX_COUNTED}),
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
    (SELECT min(wake_at) FROM lane) AS "oldestWake",
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
    ${PRESSURE}`;

/**
 * Reads the backlog, and remembers which index entries are of the past. Its cost does not grow with the history. While a
 * snapshot is held, the counts of live executions also read those that have ended since.
 */
export class BacklogReader {
  private readonly untouchedSince = new LiveSince();
  private readonly wakesSince = new LiveSince();

  /** Reads the backlog in one statement. */
  async backlog(sql: Sql): Promise<Backlog> {
    const { readAt, oldestUntouched, oldestWake, ...backlog } = await sql.queryOneOrFail<
      Backlog & Found & { oldestWake: Date | null }
    >(BACKLOG, [this.untouchedSince.value, this.wakesSince.value]);
    this.untouchedSince.advance(readAt, oldestUntouched);
    this.wakesSince.advance(readAt, oldestWake);
    return backlog;
  }

  /** Reads what may keep an accepted execution waiting. */
  async pressure(sql: Sql): Promise<Pressure> {
    const { readAt, oldestUntouched, ...pressure } = await sql.queryOneOrFail<Pressure & Found>(`SELECT ${PRESSURE}`, [
      this.untouchedSince.value,
    ]);
    this.untouchedSince.advance(readAt, oldestUntouched);
    return pressure;
  }
}
