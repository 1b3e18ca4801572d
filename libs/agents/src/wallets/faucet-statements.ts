import { AppError } from '@app/common';
import type { Sql } from '@app/persistence';

/**
 * Takes one grant for all subjects together: of simultaneous callers one passes in each cooldown.
 * @throws {AppError} rate_limited with Retry-After while any of the subjects is cooling down; run in a transaction, so
 * that the refusal leaves nothing
 */
export async function takeFaucetGrant(tx: Sql, subjects: readonly string[], cooldownS: number): Promise<void> {
  // Locked in one order, so that two agents who share an address never wait for each other.
  const ordered = [...subjects].sort();
  await tx.query(
    `INSERT INTO faucet_grants (subject, granted_at) SELECT subject, '-infinity' FROM unnest($1::text[]) AS subject
     ON CONFLICT DO NOTHING`,
    [ordered],
  );
  const waits = await tx.query<{ wait_s: number }>(
    `SELECT greatest(0, ceil(extract(epoch FROM granted_at + $2 * interval '1 second' - clock_timestamp())))::float8
       AS wait_s
     FROM faucet_grants WHERE subject = ANY ($1::text[]) ORDER BY subject FOR UPDATE`,
    [ordered, cooldownS],
  );
  const waitS = Math.max(0, ...waits.map((row) => row.wait_s));
  if (waitS > 0) throw coolingDown(cooldownS, waitS);
  await tx.query('UPDATE faucet_grants SET granted_at = clock_timestamp() WHERE subject = ANY ($1::text[])', [ordered]);
}

/** Gives a grant back that was not used. The rows stay, for others may be waiting for their locks. */
export async function releaseFaucetGrant(sql: Sql, subjects: readonly string[]): Promise<void> {
  await sql.query(`UPDATE faucet_grants SET granted_at = '-infinity' WHERE subject = ANY ($1::text[])`, [subjects]);
}

function coolingDown(cooldownS: number, waitS: number): AppError {
  return new AppError('rate_limited', {
    message: `The faucet gives to a wallet once in ${cooldownS} seconds; the next time is in ${waitS}.`,
    headers: { 'Retry-After': String(waitS) },
  });
}
