import { LIVE_STATUS_LIST } from '@app/engine';
import type { SqlSession } from '@app/persistence';

/** Work to do, and what stops it. Counts end at 10,000. A type, not an interface, to be the row of a query. */
export type Backlog = {
  lanes: { due: number; leased: number; waiting: number; quarantined: number };
  /** Lanes that have been due for more than 30 s without a worker that holds them. */
  lanesOverdue: number;
  live: { queued: number; submitting: number; broadcast: number; unknown: number };
  /** Age of the oldest execution with an unknown outcome; 0 without one. */
  unknownAgeMs: number;
  /** Time since the deadline of an armed execution that is submitting or broadcast; the longest, 0 without one. */
  overdueMs: number;
  /** Age of the oldest execution that only waits for a worker; 0 without one. */
  oldestQueuedAgeMs: number;
  /** Longest time until the send of a new execution, whose account has others waiting; 0 when one may be sent. */
  providerDelayMs: number;
  /** Whether all lanes are stopped until the records are reconciled. */
  lanesStopped: boolean;
  tasksDue: number;
  breakerOpen: boolean;
  /** Whether a worker with the provider's credentials has reported within the last minute. */
  providerConfigured: boolean;
  pausedScopes: number;
  /** Share of the server's connections in use, without those that it keeps for privileged roles, 0 to 1. */
  connectionsUsed: number;
};

/** How long a new execution waits. A type and not an interface, so that it can be the row of a query. */
export type Pressure = Delays & {
  /** Whether all lanes are stopped until the records are reconciled. */
  lanesStopped: boolean;
  /** Longer delays of accounts, by what each has waiting itself. */
  accounts: (Delays & { accountId: string })[];
};

/** Delays of the executions of an account that has none waiting, or of a given one. */
export type Delays = {
  /**
   * Age of executions that only wait for a worker. A tenth of the accounts, or of an account's lanes, and at least one, is
   * left out: what keeps one lane waiting is no overload.
   */
  queuedAgeMs: number;
  /** Time until the provider's rate limit lets it be sent; 0 when it may be sent at once. */
  providerDelayMs: number;
};

/** SQL condition: whether the lane has been due for more than 30 s without a worker that holds it. @param lane alias of `lanes` */
export function isOverdue(lane: string): string {
  return `(${lane}.quarantined_at IS NULL AND ${lane}.wake_at < now() - interval '30 s'
    AND (${lane}.lease_until > now()) IS NOT TRUE)`;
}

/** Live entries read from each partial index at most. */
const MAX_COUNTED = 10_000;

/** Untouched executions, the oldest first, of which `readPressure` judges the delay. */
const MAX_JUDGED = 2_000;

/** Whether no worker has served the execution yet: true from acceptance until a worker first serves it. */
const IS_UNTOUCHED = `e.status = 'queued' AND e.waiting_for IS NULL AND e.tries = 0`;

/** A lane's quarantine is no worker's delay. */
const SELECT_UNTOUCHED_SQL = `
  SELECT coalesce(l.account_id, l.id) AS owner, l.account_id, e.created_at
  FROM executions AS e
    -- OFFSET 0 leaves the primary key as the only way: a plan for many executions would read all lanes.
    CROSS JOIN LATERAL (SELECT * FROM lanes WHERE id = e.lane_id OFFSET 0) AS l
  WHERE ${IS_UNTOUCHED} AND l.quarantined_at IS NULL ORDER BY e.created_at`;

/** Lanes that wait for their turn to send, and when they expect it. */
const SELECT_RESERVATIONS_SQL = `
  SELECT l.account_id, l.send_round, l.token_due_at FROM lanes AS l
  WHERE l.send_round IS NOT NULL AND l.token_due_at > now()
  ORDER BY l.send_round, l.send_queued_at LIMIT ${MAX_COUNTED}`;

const LANES_STOPPED_SQL = `EXISTS (SELECT FROM engine_cluster WHERE reconcile_since IS NOT NULL) AS "lanesStopped"`;

function selectMs(interval: string): string {
  return `coalesce(greatest(0, extract(epoch FROM ${interval}) * 1000), 0)::float8`;
}

/** Age of the oldest, when a tenth, and at least one, is left out. */
function selectLateAge(time: string): string {
  return selectMs(`now() - (array_agg(${time} ORDER BY ${time}))[1 + ceil(count(*) / 10.0)::int]`);
}

const SELECT_PRESSURE_SQL = `
  WITH untouched AS MATERIALIZED (${SELECT_UNTOUCHED_SQL} LIMIT ${MAX_JUDGED}),
  reserved AS MATERIALIZED (${SELECT_RESERVATIONS_SQL}),
  own AS (
    SELECT account_id AS "accountId", max(age) AS "queuedAgeMs", max(delay) AS "providerDelayMs" FROM (
      SELECT account_id, ${selectLateAge('created_at')} AS age, 0 AS delay FROM untouched GROUP BY account_id
      UNION ALL SELECT account_id, 0, ${selectMs('max(token_due_at) - now()')} FROM reserved GROUP BY account_id) AS delays
    WHERE account_id IS NOT NULL GROUP BY account_id)
  SELECT ${LANES_STOPPED_SQL}, ARRAY(SELECT row_to_json(own) FROM own) AS accounts,
    (SELECT ${selectLateAge('at')} FROM (SELECT min(created_at) AS at FROM untouched GROUP BY owner) AS oldest) AS "queuedAgeMs",
    (SELECT ${selectMs(`greatest(p.next_send_at,
      (SELECT max(token_due_at) FROM reserved WHERE reserved.send_round <= p.send_round + 1)) - now()`)}
     FROM provider_accounts AS p) AS "providerDelayMs"`;

const SELECT_BACKLOG_SQL = `
  WITH lane AS MATERIALIZED (
    SELECT wake_at, wake_at <= now() AS due, coalesce(lease_until > now(), false) AS leased, ${isOverdue('lanes')} AS overdue
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
    (SELECT count(*) FILTER (WHERE overdue) FROM lane)::int AS "lanesOverdue",
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
    (SELECT sum(numbackends)::float8 / (current_setting('max_connections')::int
       - current_setting('superuser_reserved_connections')::int) FROM pg_stat_database) AS "connectionsUsed",
    ${LANES_STOPPED_SQL},
    (SELECT ${selectMs('now() - min(created_at)')} FROM (${SELECT_UNTOUCHED_SQL} LIMIT 1) AS oldest) AS "oldestQueuedAgeMs",
    (SELECT ${selectMs(`greatest(next_send_at,
      (SELECT max(token_due_at) FROM (${SELECT_RESERVATIONS_SQL}) AS reserved)) - now()`)}
     FROM provider_accounts) AS "providerDelayMs"`;

/** Reads the backlog in one statement, whose cost does not grow with the history. */
export function readBacklog(sql: SqlSession): Promise<Backlog> {
  return sql.queryOneOrFail<Backlog>(SELECT_BACKLOG_SQL);
}

export function readPressure(sql: SqlSession): Promise<Pressure> {
  return sql.queryOneOrFail<Pressure>(SELECT_PRESSURE_SQL);
}
