import { ASYNC_COMMIT, type SqlSession } from '@app/persistence';

const ACCOUNT = 'default';
/** SQL expression: whether a worker serves lanes and the provider accepts its credentials. */
export const PROVIDER_USABLE_SQL = `(EXISTS (SELECT FROM worker_heartbeats WHERE expires_at > now())
  AND EXISTS (SELECT FROM provider_accounts WHERE id = '${ACCOUNT}' AND NOT breaker_open))`;
/** Time between probes while the breaker is open. */
const PROBE_INTERVAL_MS = 10_000;

/** Time after a lane's turn for which it is kept. */
const MAX_TURN_AGE_MS = 30_000;
/** Time after a slot for which its lane may send: covers jobs that come late from a busy queue. */
const MAX_SLOT_AGE_MS = 5_000;
/** Time for which unused slots accumulate. */
const BURST_MS = 1_000;

/**
 * Takes a send permit of the rate limit that all workers share. A lane first makes a rate reservation, here its turn, and
 * takes a permit, here a slot, when the turn has come. Turns and slots are each one time that advances by the interval.
 * Turns lie in the future while lanes wait, so each lane learns its own with one update. Slots pace the lanes that come late
 * for their turn, after a stop of the workers for example: without them these would send all at once. The commit is
 * asynchronous, because all workers update this row; a server crash gives back the last permits.
 * @returns time in ms until the lane's turn or slot; 0 when it may send; null when another worker holds the lane
 */
export async function takeSendPermit(
  sql: SqlSession,
  { laneId, fence }: { laneId: string; fence: string },
  perSecond: number,
): Promise<number | null> {
  const parameters = [laneId, fence, 1_000 / perSecond, BURST_MS, MAX_TURN_AGE_MS, MAX_SLOT_AGE_MS];
  const row = await sql.queryOne<{ delayMs: number }>(TAKE_SEND_PERMIT_SQL, parameters);
  return row === null ? null : row.delayMs;
}

/** Parameters: lane, fence, interval, and the three times above, in ms. */
const TAKE_SEND_PERMIT_SQL = `
  WITH lane AS MATERIALIZED (
    SELECT CASE WHEN token_due_at > now() - $5 * interval '1 ms' THEN token_due_at END AS due_at,
      has_send_slot AND coalesce(token_due_at > now() - $6 * interval '1 ms', false) AS has_slot
    FROM lanes WHERE id = $1 AND fence = $2),
  account AS MATERIALIZED (
    SELECT clock_timestamp() AS read_at, $3::float8 * interval '1 ms' AS step,
      greatest(next_token_at, clock_timestamp() - ($4::float8 - $3::float8) * interval '1 ms') AS turn_at,
      greatest(next_send_at, clock_timestamp() - ($4::float8 - $3::float8) * interval '1 ms') AS slot_at
    FROM provider_accounts
    WHERE id = '${ACCOUNT}' AND EXISTS (SELECT FROM lane WHERE NOT has_slot AND (due_at IS NULL OR due_at <= now()))
    FOR UPDATE),
  taken AS MATERIALIZED (
    SELECT lane.due_at IS NULL AS is_new, coalesce(lane.due_at, turn_at) AS turn_at, slot_at, step,
      coalesce(lane.due_at, turn_at) <= read_at AS has_slot
    FROM lane CROSS JOIN account),
  advanced AS (
    UPDATE provider_accounts SET
      next_token_at = CASE WHEN is_new THEN turn_at + step ELSE next_token_at END,
      next_send_at = CASE WHEN has_slot THEN slot_at + step ELSE next_send_at END
    FROM taken WHERE id = '${ACCOUNT}'),
  reserved AS (
    UPDATE lanes SET token_due_at = CASE WHEN has_slot THEN slot_at ELSE turn_at END, has_send_slot = has_slot
    FROM taken WHERE lanes.id = $1)
  SELECT ${ASYNC_COMMIT}, greatest(0, ceil(1000 * extract(epoch FROM
    coalesce(CASE WHEN taken.has_slot THEN slot_at ELSE turn_at END, lane.due_at) - clock_timestamp())))::float8 AS "delayMs"
  FROM lane LEFT JOIN taken ON true`;

/** Stops sends because the provider rejects the credentials: executes are refused and queued ones wait for a probe. */
export async function openBreaker(sql: SqlSession): Promise<void> {
  await sql.query(
    `UPDATE provider_accounts SET breaker_open = true, probe_at = now() + $2 * interval '1 ms', updated_at = now()
     WHERE id = $1 AND NOT breaker_open`,
    [ACCOUNT, PROBE_INTERVAL_MS],
  );
}

/** Resumes sends after a successful probe. */
export async function closeBreaker(sql: SqlSession): Promise<void> {
  await sql.query(
    `UPDATE provider_accounts SET breaker_open = false, probe_at = NULL, updated_at = now() WHERE id = $1 AND breaker_open`,
    [ACCOUNT],
  );
}

/** Claims the next probe for one worker; false when none is due. */
export async function claimProbe(sql: SqlSession): Promise<boolean> {
  const row = await sql.queryOne(
    `UPDATE provider_accounts SET probe_at = now() + $2 * interval '1 ms'
     WHERE id = $1 AND breaker_open AND probe_at <= now() RETURNING 1`,
    [ACCOUNT, PROBE_INTERVAL_MS],
  );
  return row !== null;
}

export async function isProviderUsable(sql: SqlSession): Promise<boolean> {
  const row = await sql.queryOne<{ usable: boolean }>(`SELECT ${PROVIDER_USABLE_SQL} AS usable`);
  return row?.usable ?? false;
}
