import { ASYNC_COMMIT, type SqlSession } from '@app/persistence';

const ACCOUNT = 'default';
/** SQL expression: whether a worker serves lanes and the provider accepts its credentials. */
export const PROVIDER_USABLE_SQL = `(EXISTS (SELECT FROM worker_heartbeats WHERE expires_at > now())
  AND EXISTS (SELECT FROM provider_accounts WHERE id = '${ACCOUNT}' AND NOT breaker_open))`;
/** Time between probes while the breaker is open. */
const PROBE_INTERVAL_MS = 10_000;

/** Time after a lane's expected turn for which its place is kept. */
const MAX_TURN_AGE_MS = 30_000;
/** Time after a slot for which its lane may send, and after which others no longer wait for a lane that does not come. */
const MAX_SLOT_AGE_MS = 5_000;
/** Time for which unused slots accumulate. */
const BURST_MS = 1_000;

interface HeldLane {
  laneId: string;
  fence: string;
}

/**
 * Takes a send permit of the rate limit that all workers share, here a slot, or makes a rate reservation for the lane. Slots
 * are one time that advances by the interval. While lanes wait for them, an account has one turn a round, or each lane without
 * an account. A lane's round follows the last reservation of its account, or the round that is being served. It learns when
 * to expect its turn, and then perhaps a later time, as other accounts may have their turns first. The commit is asynchronous,
 * because all workers update this row; a server crash gives back the last permits.
 * @returns time in ms until the lane's expected turn; 0 when it may send; null when another worker holds the lane
 */
export async function takeSendPermit(
  sql: SqlSession,
  { laneId, fence }: HeldLane,
  perSecond: number,
): Promise<number | null> {
  const parameters = [laneId, fence, 1_000 / perSecond, BURST_MS, MAX_TURN_AGE_MS, MAX_SLOT_AGE_MS];
  const row = await sql.queryOne<{ delayMs: number }>(TAKE_SEND_PERMIT_SQL, parameters);
  return row === null ? null : row.delayMs;
}

/** Parameters: lane, fence, interval, and the three times above, in ms. */
const TAKE_SEND_PERMIT_SQL = `
  WITH lane AS MATERIALIZED (
    SELECT CASE WHEN is_kept THEN token_due_at END AS due_at, coalesce(is_kept AND has_send_slot, false) AS has_slot,
      CASE WHEN is_kept THEN send_round END AS round, send_queued_at AS queued_at
    FROM lanes CROSS JOIN LATERAL (SELECT token_due_at >
      now() - CASE WHEN has_send_slot THEN $6::float8 ELSE $5::float8 END * interval '1 ms' AS is_kept) AS age
    WHERE id = $1 AND fence = $2),
  account AS MATERIALIZED (
    SELECT clock_timestamp() AS read_at, $3::float8 * interval '1 ms' AS step, send_round,
      greatest(next_send_at, clock_timestamp() - ($4::float8 - $3::float8) * interval '1 ms') AS slot_at
    FROM provider_accounts
    WHERE id = '${ACCOUNT}' AND EXISTS (SELECT FROM lane WHERE NOT has_slot AND (due_at IS NULL OR due_at <= now()))
    FOR UPDATE),
  taken AS MATERIALIZED (
    SELECT read_at, slot_at, step, place.round, place.queued_at, slot_at + place.ahead * step AS due_at,
      slot_at + place.ahead * step <= read_at AS has_slot
    FROM lane CROSS JOIN account CROSS JOIN LATERAL find_send_place($1, account.send_round,
      read_at - $6::float8 * interval '1 ms', lane.round, CASE WHEN lane.round IS NULL THEN read_at ELSE queued_at END) AS place),
  advanced AS (
    UPDATE provider_accounts AS p SET next_send_at = slot_at + step, send_round = greatest(p.send_round, taken.round)
    FROM taken WHERE p.id = '${ACCOUNT}' AND has_slot),
  reserved AS (
    UPDATE lanes SET token_due_at = CASE WHEN has_slot THEN read_at ELSE due_at END, has_send_slot = has_slot,
      send_round = CASE WHEN NOT has_slot THEN round END, send_queued_at = CASE WHEN NOT has_slot THEN queued_at END
    FROM taken WHERE lanes.id = $1)
  SELECT ${ASYNC_COMMIT}, CASE WHEN coalesce(taken.has_slot, lane.has_slot) THEN 0 ELSE greatest(1, ceil(1000 *
    extract(epoch FROM coalesce(taken.due_at, lane.due_at) - clock_timestamp()))) END::float8 AS "delayMs"
  FROM lane LEFT JOIN taken ON true`;

/** Gives back a permit under which nothing was sent. Safe to repeat. A lost one delays the others once. */
export async function returnSendPermit(sql: SqlSession, lane: HeldLane, perSecond: number): Promise<void> {
  await sql.query(RETURN_SEND_PERMIT_SQL, [lane.laneId, lane.fence, 1_000 / perSecond, MAX_SLOT_AGE_MS]);
}

/** Locks in the order of the statement above. */
const RETURN_SEND_PERMIT_SQL = `
  WITH account AS MATERIALIZED (SELECT id FROM provider_accounts WHERE id = '${ACCOUNT}' FOR UPDATE),
  returned AS (
    UPDATE lanes SET token_due_at = NULL, has_send_slot = false FROM account
    WHERE lanes.id = $1 AND fence = $2 AND has_send_slot AND token_due_at > now() - $4::float8 * interval '1 ms'
    RETURNING account.id)
  UPDATE provider_accounts AS p SET next_send_at = next_send_at - $3::float8 * interval '1 ms'
  FROM returned WHERE p.id = returned.id`;

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
