import { MARK_LANE_CHANGED_SQL, NOTIFY_LANES_SQL } from '@app/agents';
import { ASYNC_COMMIT, type SqlSession } from '@app/persistence';
import { LIVE_STATUS_LIST } from '../domain/execution.js';
import { type BlockWait, type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import { IS_RECONCILED_SQL } from './cluster-identity.js';

/** Consecutive unexpected errors after which a lane is quarantined. */
const MAX_FAILURES = 10;
/** Delay after an unexpected error: doubles from the first to the second of these. */
const FAILURE_DELAY_MS = { base: 500, max: 5_000 } as const;

/** Condition on a lane that no worker holds and that may be served. */
const IS_FREE = 'quarantined_at IS NULL AND (lease_until IS NULL OR lease_until <= now())';

/** Assignments that lease a lane for $2 ms. While leased, `wake_at` is the end of the lease. */
const LEASED = `fence = fence + 1, seen_version = version, wait_block = NULL, account_id = account_of_lane(lanes.id),
    lease_until = now() + $2 * interval '1 ms', wake_at = now() + $2 * interval '1 ms'`;

const LEASE_COLUMNS = 'lanes.id AS "laneId", lanes.fence, lanes.account_id AS "accountId"';

/** Leases the lane by compare-and-set. */
export async function acquireLane(sql: SqlSession, laneId: string, leaseMs: number): Promise<Lease | null> {
  return sql.queryOne<Lease & { laneId: string }>(
    `UPDATE lanes SET ${LEASED} WHERE id = $1 AND ${IS_FREE} RETURNING ${LEASE_COLUMNS}`,
    [laneId, leaseMs],
  );
}

/**
 * Extends leases. Locks the lanes in the order of their ids, as a change that wakes many does.
 * @returns the lanes that are still held under the given fence
 */
export async function renewLanes(
  sql: SqlSession,
  leases: readonly Lease[],
  leaseMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ id: string }>(
    `WITH held AS (
       SELECT lanes.id FROM lanes JOIN unnest($1::uuid[], $2::bigint[]) AS given (id, fence) USING (id, fence)
       WHERE lease_until IS NOT NULL ORDER BY id FOR NO KEY UPDATE OF lanes)
     UPDATE lanes SET lease_until = now() + $3 * interval '1 ms', wake_at = now() + $3 * interval '1 ms'
     FROM held WHERE lanes.id = held.id
     RETURNING lanes.id`,
    [leases.map(({ laneId }) => laneId), leases.map(({ fence }) => fence), leaseMs],
  );
  return new Set(rows.map(({ id }) => id));
}

export interface Release {
  /** Time until the lane is due; null for never. */
  delayMs: number | null;
  /** Block from which the lane is served before that; null for none. */
  block: BlockWait | null;
}

/**
 * Releases the lane: due at once if its version changed while it was held, otherwise as given. A lane without work gives up
 * its rate reservation. The commit is asynchronous: if a server crash loses it, the lane falls due at the end of the lease.
 * @returns whether the version changed
 */
export async function releaseLane(sql: SqlSession, lease: Lease, { delayMs, block }: Release): Promise<boolean> {
  const row = await sql.queryOne<{ changed: boolean }>(
    `UPDATE lanes SET lease_until = NULL, failures = 0,
       send_round = CASE WHEN $3::float8 IS NOT NULL THEN send_round END,
       wake_at = CASE WHEN version > seen_version THEN now() ELSE now() + $3 * interval '1 ms' END,
       wait_block = CASE WHEN version > seen_version THEN NULL ELSE $4::bigint END, has_room = $5
     WHERE id = $1 AND fence = $2
     RETURNING version > seen_version AS changed, ${ASYNC_COMMIT}`,
    [lease.laneId, lease.fence, delayMs, block?.number ?? null, block?.hasRoom ?? false],
  );
  return row?.changed ?? false;
}

/** Releases the lane after an unexpected error, due after a growing delay. @returns whether the lane is quarantined */
export async function releaseFailedLane(sql: SqlSession, lease: Lease): Promise<boolean> {
  const row = await sql.queryOne<{ quarantined: boolean }>(
    `UPDATE lanes SET lease_until = NULL, failures = failures + 1,
       quarantined_at = CASE WHEN failures + 1 >= $3 THEN now() END,
       wake_at = CASE WHEN failures + 1 < $3
         THEN now() + least($5::float8, $4::float8 * 2 ^ failures) * interval '1 ms' END
     WHERE id = $1 AND fence = $2
     RETURNING quarantined_at IS NOT NULL AS quarantined`,
    [lease.laneId, lease.fence, MAX_FAILURES, FAILURE_DELAY_MS.base, FAILURE_DELAY_MS.max],
  );
  return row?.quarantined ?? false;
}

/** Makes a quarantined lane due again. @returns whether it was quarantined */
export async function releaseQuarantine(sql: SqlSession, laneId: string): Promise<boolean> {
  const row = await sql.queryOne(
    `UPDATE lanes SET quarantined_at = NULL, failures = 0, version = version + 1, wake_at = clock_timestamp()
     WHERE id = $1 AND quarantined_at IS NOT NULL RETURNING ${NOTIFY_LANES_SQL}`,
    [laneId],
  );
  return row !== null;
}

/**
 * Makes lanes with live executions due, after a change that may let any of them continue: all, or those of one agent. Locks
 * them in the order of their ids, as the renewal of leases does.
 */
export async function wakeBusyLanes(tx: SqlSession, agentId: string | null = null): Promise<void> {
  await tx.query(
    `WITH busy AS (
       SELECT id FROM lanes WHERE id IN (SELECT lane_id FROM executions
         WHERE status IN ${LIVE_STATUS_LIST} AND ($1::text IS NULL OR agent_id = $1))
       ORDER BY id FOR NO KEY UPDATE)
     UPDATE lanes SET ${MARK_LANE_CHANGED_SQL} FROM busy WHERE lanes.id = busy.id RETURNING ${NOTIFY_LANES_SQL}`,
    [agentId],
  );
}

/** Ends any lease of the lane. Writes under it then fail, because the fence is newer. */
export async function stealLane(sql: SqlSession, laneId: string): Promise<void> {
  await sql.query('UPDATE lanes SET fence = fence + 1, lease_until = NULL, wake_at = now() WHERE id = $1', [laneId]);
}

/** Locks the lane, checks the fence and that lanes are served, and uses up the send permit. Comes after the wallet. */
export async function lockLaneToSend(tx: SqlSession, { laneId, fence }: Lease): Promise<void> {
  const row = await tx.queryOne(
    `UPDATE lanes SET token_due_at = NULL WHERE id = $1 AND fence = $2 AND lease_until > now() AND ${IS_RECONCILED_SQL}
     RETURNING 1`,
    [laneId, fence],
  );
  if (row === null) throw new LeaseLostError(laneId);
}

/** Statement that leases the lanes of `candidates`. */
function claim(candidates: string): string {
  return `WITH due AS (${candidates} FOR UPDATE OF lanes SKIP LOCKED)
    UPDATE lanes SET ${LEASED} FROM due WHERE lanes.id = due.id RETURNING ${LEASE_COLUMNS}`;
}

/** Lanes, the earliest due, among which accounts have their turns. */
const MAX_ORDERED = 5_000;
/** Several times the limit are ordered, as other workers may claim the first ones. */
const CLAIM_DUE = claim(`SELECT lanes.id FROM lanes JOIN (
    SELECT id, wake_at AS due_at, row_number() OVER (PARTITION BY owner ORDER BY wake_at)
      + coalesce(($3::jsonb ->> owner::text)::int, 0) AS turn
    FROM (SELECT id, wake_at, coalesce(account_id, id) AS owner FROM lanes
      WHERE wake_at <= now() AND ${IS_FREE} ORDER BY wake_at LIMIT ${MAX_ORDERED}) AS due
    ORDER BY turn, due_at LIMIT 4 * $1) AS ordered USING (id)
  WHERE wake_at <= now() AND ${IS_FREE} ORDER BY turn, due_at LIMIT $1`);
/** Lanes that have waited for more blocks than this are left to the sweep of due lanes. */
const MAX_WAITED_BLOCKS = 50;
const CLAIM_FOR_BLOCK = claim(
  `SELECT id FROM lanes WHERE wait_block > $3 AND wait_block <= $4 AND ${IS_FREE} ORDER BY wait_block LIMIT $1`,
);

interface Claim {
  limit: number;
  leaseMs: number;
}

/**
 * Leases up to `limit` free lanes that are due, in turns of accounts, or of lanes without one. An account's first turn comes
 * after those of accounts with fewer lanes in service.
 * @param served lanes in service by account
 */
export async function claimDueLanes(
  sql: SqlSession,
  { limit, leaseMs, served = new Map() }: Claim & { served?: ReadonlyMap<string, number> },
): Promise<Lease[]> {
  return sql.query<Lease & { laneId: string }>(CLAIM_DUE, [limit, leaseMs, JSON.stringify(Object.fromEntries(served))]);
}

/** Leases up to `limit` free lanes that wait for this block or one of the few before it. */
export async function claimLanesForBlock(
  sql: SqlSession,
  { limit, leaseMs, block }: Claim & { block: number },
): Promise<Lease[]> {
  const parameters = [limit, leaseMs, block - MAX_WAITED_BLOCKS, block];
  return sql.query<Lease & { laneId: string }>(CLAIM_FOR_BLOCK, parameters);
}

/** Whether claims for the block have left out a lane, which another transaction has locked. */
export async function hasLanesForBlock(sql: SqlSession, block: number): Promise<boolean> {
  const row = await sql.queryOne(
    `SELECT FROM lanes WHERE wait_block > $1 AND wait_block <= $2 AND ${IS_FREE} LIMIT 1`,
    [block - MAX_WAITED_BLOCKS, block],
  );
  return row !== null;
}
