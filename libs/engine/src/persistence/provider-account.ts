import type { Sql } from '@app/persistence';
import { ASYNC_COMMIT } from './async-commit.js';

const ACCOUNT = 'default';
const PROBE_INTERVAL_MS = 10_000;

/**
 * Draws from the bucket that every worker shares: it holds one second's worth, and fills by the database's clock. Its row
 * is everybody's, so nobody holds it until the disk has it; a crash of the server gives a moment's tokens back.
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

/** The provider refused our credentials: new executes are refused and queued ones wait until a probe gets through. */
export async function openBreaker(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE provider_accounts SET breaker_open = true, probe_at = now() + $2 * interval '1 ms', updated_at = now()
     WHERE id = $1 AND NOT breaker_open`,
    [ACCOUNT, PROBE_INTERVAL_MS],
  );
}

export async function closeBreaker(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE provider_accounts SET breaker_open = false, probe_at = NULL, updated_at = now() WHERE id = $1 AND breaker_open`,
    [ACCOUNT],
  );
}

/** True for the one worker that is to probe now. */
export async function claimProbe(sql: Sql): Promise<boolean> {
  const row = await sql.queryOne(
    `UPDATE provider_accounts SET probe_at = now() + $2 * interval '1 ms'
     WHERE id = $1 AND breaker_open AND probe_at <= now() RETURNING 1`,
    [ACCOUNT, PROBE_INTERVAL_MS],
  );
  return row !== null;
}

/** Said by a worker at its start: whether it was given a provider and its credentials. */
export async function declareConfigured(sql: Sql, configured: boolean): Promise<void> {
  await sql.query('UPDATE provider_accounts SET configured = $2, updated_at = now() WHERE id = $1', [
    ACCOUNT,
    configured,
  ]);
}

/**
 * Whether executes can be taken, as an expression: a worker has said that it is configured, and the provider takes our
 * credentials.
 */
export const PROVIDER_USABLE = `EXISTS (SELECT FROM provider_accounts
  WHERE id = '${ACCOUNT}' AND configured AND NOT breaker_open)`;

export async function isProviderUsable(sql: Sql): Promise<boolean> {
  const row = await sql.queryOne<{ usable: boolean }>(`SELECT ${PROVIDER_USABLE} AS usable`);
  return row?.usable ?? false;
}
