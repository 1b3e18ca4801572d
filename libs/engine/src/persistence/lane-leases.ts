import type { Sql } from '@app/persistence';
import { type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import { ASYNC_COMMIT } from './async-commit.js';

type FenceRow = { fence: string };

/** Takes the lane by compare-and-set on its lease. While it is held, `wake_at` is when the lease would run out. */
export async function acquireLane(sql: Sql, laneId: string, leaseMs: number): Promise<Lease | null> {
  const row = await sql.queryOne<FenceRow>(
    `UPDATE lanes SET fence = fence + 1, seen_version = version,
       lease_until = now() + $2 * interval '1 ms', wake_at = now() + $2 * interval '1 ms'
     WHERE id = $1 AND (lease_until IS NULL OR lease_until <= now())
     RETURNING fence`,
    [laneId, leaseMs],
  );
  return row === null ? null : { laneId, fence: row.fence };
}

/** Prolongs what is still ours; a lane that was taken over is not in the answer. */
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
 * Due at once if its version moved while it was held, otherwise after the delay, or never. The commit waits for no disk:
 * in a crash of the server that loses it, the lane falls due when the lease runs out.
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

/** Takes the lane away from whoever holds it, as an operator would or a test does; its next holder has a newer fence. */
export async function stealLane(sql: Sql, laneId: string): Promise<void> {
  await sql.query('UPDATE lanes SET fence = fence + 1, lease_until = NULL, wake_at = now() WHERE id = $1', [laneId]);
}

/** Locks the lane's row and proves the fence; to be the first thing after the wallet's lock in every writing transaction. */
export async function lockLane(tx: Sql, { laneId, fence }: Lease): Promise<void> {
  const row = await tx.queryOne('SELECT 1 FROM lanes WHERE id = $1 AND fence = $2 AND lease_until > now() FOR UPDATE', [
    laneId,
    fence,
  ]);
  if (row === null) throw new LeaseLostError(laneId);
}

const RUNG_FOR_MS = 2_000;
/** A lane that its own worker or a fresh ring is about to serve is left to them. */
const GRACE_MS = 150;

/**
 * Due lanes that no other sweeper is looking at, hidden from all of them for a moment. The version that they are rung
 * under changes with time, so that a ring that died with its worker does not swallow the next.
 */
export async function claimDueLanes(sql: Sql, limit: number): Promise<{ laneId: string; version: string }[]> {
  const rows = await sql.query<{ id: string; version: string; claim: string }>(
    `WITH due AS (
       SELECT id FROM lanes WHERE wake_at <= now() - $2 * interval '1 ms' ORDER BY wake_at LIMIT $1
       FOR UPDATE SKIP LOCKED)
     UPDATE lanes SET wake_at = now() + $3 * interval '1 ms' FROM due WHERE lanes.id = due.id
     RETURNING lanes.id, version, (extract(epoch FROM now()) * 1000)::bigint AS claim`,
    [limit, GRACE_MS, RUNG_FOR_MS],
  );
  return rows.map(({ id, version, claim }) => ({ laneId: id, version: `${version}.${claim}` }));
}
