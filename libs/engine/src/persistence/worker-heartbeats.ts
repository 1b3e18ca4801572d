import type { SqlSession } from '@app/persistence';

/** Time after the last heartbeat for which executes are accepted. Longer than the restart of the only worker. */
const LIFETIME_MS = 60_000;

/**
 * Records that a worker with the provider's credentials serves lanes, and removes workers that stopped.
 * @param paysGas whether its custody pays gas for wallets
 */
export async function recordHeartbeat(sql: SqlSession, workerId: string, paysGas: boolean): Promise<void> {
  await sql.query(
    `WITH stopped AS (DELETE FROM worker_heartbeats WHERE expires_at <= now() AND worker_id <> $1)
     INSERT INTO worker_heartbeats (worker_id, expires_at, pays_gas) VALUES ($1, now() + $2 * interval '1 ms', $3)
     ON CONFLICT (worker_id) DO UPDATE SET expires_at = EXCLUDED.expires_at, pays_gas = EXCLUDED.pays_gas`,
    [workerId, LIFETIME_MS, paysGas],
  );
}
