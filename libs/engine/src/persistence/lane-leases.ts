import type { Sql } from '@app/persistence';
import { type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import { ASYNC_COMMIT } from './async-commit.js';

/** Leases the lane by compare-and-set. While leased, `wake_at` is the end of the lease. */
export async function acquireLane(sql: Sql, laneId: string, leaseMs: number): Promise<Lease | null> {
  return sql.queryOne<{ laneId: string; fence: string }>(
    `UPDATE lanes SET fence = fence + 1, seen_version = version,
       lease_until = now() + $2 * interval '1 ms', wake_at = now() + $2 * interval '1 ms'
     WHERE id = $1 AND (lease_until IS NULL OR lease_until <= now())
     RETURNING id AS "laneId", fence`,
    [laneId, leaseMs],
  );
}

/** Extends leases. @returns the lanes that are still held under the given fence */
export async function renewLanes(sql: Sql, leases: readonly Lease[], leaseMs: number): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    `UPDATE lanes SET lease_until = now() + $3 * interval '1 ms', wake_at = now() + $3 * interval '1 ms'
     FROM unnest($1::uuid[], $2::bigint[]) AS held (id, fence)
     WHERE lanes.id = held.id AND lanes.fence = held.fence AND lanes.lease_until IS NOT NULL
     RETURNING lanes.id`,
    [leases.map(({ laneId }) => laneId), leases.map(({ fence }) => fence), leaseMs],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Releases the lane: due at once if its version changed while it was held, otherwise after the delay, or never. The commit
 * is asynchronous: if a server crash loses it, the lane falls due at the end of the lease.
 * @returns whether the version changed
 */
export async function releaseLane(sql: Sql, lease: Lease, delayMs: number | null): Promise<boolean> {
  const row = await sql.queryOne<{ changed: boolean }>(
    `UPDATE lanes SET lease_until = NULL,
       wake_at = CASE WHEN version > seen_version THEN now() ELSE now() + $3 * interval '1 ms' END
     WHERE id = $1 AND fence = $2
     RETURNING version > seen_version AS changed, ${ASYNC_COMMIT}`,
    [lease.laneId, lease.fence, delayMs],
  );
  return row?.changed ?? false;
}

/** Ends any lease of the lane. Writes under it then fail, because the fence is newer. */
export async function stealLane(sql: Sql, laneId: string): Promise<void> {
  await sql.query('UPDATE lanes SET fence = fence + 1, lease_until = NULL, wake_at = now() WHERE id = $1', [laneId]);
}

/** Locks the lane's row and checks the fence. In the lock order it comes right after the wallet. */
export async function lockLane(tx: Sql, { laneId, fence }: Lease): Promise<void> {
  const row = await tx.queryOne('SELECT 1 FROM lanes WHERE id = $1 AND fence = $2 AND lease_until > now() FOR UPDATE', [
    laneId,
    fence,
  ]);
  if (row === null) throw new LeaseLostError(laneId);
}

/** Time for which a claimed lane is hidden from other sweepers. */
const CLAIM_MS = 2_000;
/** Time that a due lane is left to its worker's timer or a wake-up on its way. */
const GRACE_MS = 150;

/**
 * Claims due lanes for one sweeper. The version in the wake-up contains the time of the claim. Otherwise a job that died
 * with its worker would deduplicate the next one.
 */
export async function claimDueLanes(sql: Sql, limit: number): Promise<{ laneId: string; version: string }[]> {
  return sql.query<{ laneId: string; version: string }>(
    `WITH due AS (
       SELECT id FROM lanes WHERE wake_at <= now() - $2 * interval '1 ms' ORDER BY wake_at LIMIT $1
       FOR UPDATE SKIP LOCKED)
     UPDATE lanes SET wake_at = now() + $3 * interval '1 ms' FROM due WHERE lanes.id = due.id
     RETURNING lanes.id AS "laneId", version || '.' || (extract(epoch FROM now()) * 1000)::bigint AS version`,
    [limit, GRACE_MS, CLAIM_MS],
  );
}
