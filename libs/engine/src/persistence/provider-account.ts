import type { Sql } from '@app/persistence';
import { ASYNC_COMMIT } from './async-commit.js';

const ACCOUNT = 'default';
/** Time between probes while the breaker is open. */
const PROBE_INTERVAL_MS = 10_000;

/**
 * Takes one token from the bucket that all workers share. It holds one second's worth and refills by the database's clock.
 * The commit is asynchronous, because all workers update this row; a server crash gives back the last tokens.
 */
export async function takeToken(sql: Sql, perSecond: number): Promise<boolean> {
  const row = await sql.queryOne(
    `UPDATE provider_accounts SET refilled_at = clock_timestamp(),
       tokens = LEAST($2::float8, tokens + $2::float8 * extract(epoch FROM clock_timestamp() - refilled_at)::float8) - 1
     WHERE id = $1 AND LEAST($2::float8, tokens + $2::float8 * extract(epoch FROM clock_timestamp() - refilled_at)::float8) >= 1
     RETURNING ${ASYNC_COMMIT}`,
    [ACCOUNT, perSecond],
  );
  return row !== null;
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

export async function isProviderUsable(sql: Sql): Promise<boolean> {
  const row = await sql.queryOne<{ usable: boolean }>(`SELECT ${PROVIDER_USABLE} AS usable`);
  return row?.usable ?? false;
}
