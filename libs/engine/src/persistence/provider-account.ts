import type { Sql } from '@app/persistence';
import { type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import { ASYNC_COMMIT } from './async-commit.js';

const ACCOUNT = 'default';
/** Time between probes while the breaker is open. */
const PROBE_INTERVAL_MS = 10_000;

/** Time after its due time for which a reserved token is kept for its lane. */
const RESERVATION_MS = 30_000;
/** Time for which unused tokens accumulate. */
const BURST_MS = 1_000;

/**
 * Takes the lane's reserved token, or the next one of the limit that all workers share. The limit is one time: when its next
 * token is due. It lies in the future while lanes wait, so that each learns its turn with one update. The commit is
 * asynchronous, because all workers update this row; a server crash gives back the last tokens.
 * @returns time in ms until the token is due; 0 when the lane has it
 */
export async function takeToken(sql: Sql, { laneId, fence }: Lease, perSecond: number): Promise<number> {
  const intervalMs = 1_000 / perSecond;
  const row = await sql.queryOne<{ delayMs: number }>(
    `WITH lane AS MATERIALIZED (
       SELECT id, CASE WHEN token_due_at > now() - $4 * interval '1 ms' THEN token_due_at END AS due_at
       FROM lanes WHERE id = $1 AND fence = $2),
     taken AS (
       UPDATE provider_accounts SET next_token_at =
         greatest(next_token_at, clock_timestamp() - ($5::float8 - $3::float8) * interval '1 ms')
           + $3::float8 * interval '1 ms'
       WHERE id = '${ACCOUNT}' AND EXISTS (SELECT FROM lane WHERE due_at IS NULL)
       RETURNING next_token_at - $3::float8 * interval '1 ms' AS due_at),
     reserved AS (
       UPDATE lanes SET token_due_at = taken.due_at FROM taken WHERE lanes.id = $1)
     SELECT greatest(0, ceil(extract(epoch FROM coalesce(lane.due_at, taken.due_at) - clock_timestamp()) * 1000))::float8
       AS "delayMs", ${ASYNC_COMMIT}
     FROM lane LEFT JOIN taken ON true`,
    [laneId, fence, intervalMs, RESERVATION_MS, BURST_MS],
  );
  if (row === null) throw new LeaseLostError(laneId);
  return row.delayMs;
}

/** Stops sends because the provider rejects the credentials: executes are refused and queued ones wait for a probe. */
export async function openBreaker(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE provider_accounts SET breaker_open = true, probe_at = now() + $2 * interval '1 ms', updated_at = now()
     WHERE id = $1 AND NOT breaker_open`,
    [ACCOUNT, PROBE_INTERVAL_MS],
  );
}

/** Resumes sends after a successful probe. */
export async function closeBreaker(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE provider_accounts SET breaker_open = false, probe_at = NULL, updated_at = now() WHERE id = $1 AND breaker_open`,
    [ACCOUNT],
  );
}

/** Claims the next probe for one worker; false when none is due. */
export async function claimProbe(sql: Sql): Promise<boolean> {
  const row = await sql.queryOne(
    `UPDATE provider_accounts SET probe_at = now() + $2 * interval '1 ms'
     WHERE id = $1 AND breaker_open AND probe_at <= now() RETURNING 1`,
    [ACCOUNT, PROBE_INTERVAL_MS],
  );
  return row !== null;
}

/** SQL expression: a worker serves lanes and the provider accepts its credentials, so executes can be accepted. */
export const PROVIDER_USABLE = `(EXISTS (SELECT FROM worker_heartbeats WHERE expires_at > now())
  AND EXISTS (SELECT FROM provider_accounts WHERE id = '${ACCOUNT}' AND NOT breaker_open))`;

/** SQL expression: a worker's custody pays for the gas of wallets that lack it. */
export const GAS_PAID = `EXISTS (SELECT FROM worker_heartbeats WHERE expires_at > now() AND pays_gas)`;

export async function isProviderUsable(sql: Sql): Promise<boolean> {
  const row = await sql.queryOne<{ usable: boolean }>(`SELECT ${PROVIDER_USABLE} AS usable`);
  return row?.usable ?? false;
}
