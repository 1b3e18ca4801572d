import type { Database, SqlSession } from '@app/persistence';
import {
  IDENTITY,
  IS_ORIGINAL_ROW,
  IS_RECORDED_CLUSTER,
  IS_SAME_CLUSTER,
  SYSTEM_IDENTIFIER_SQL,
  TIMELINE,
} from './cluster-identity.js';
import { wakeBusyLanes } from './lane-leases.js';

/** Longest loss after which lanes are served again without an operator, as after the promotion of a replica. */
export const MAX_SHORT_LOSS = `interval '1 minute'`;
/** Less than the pause between two checks of a worker, so that each check of a single worker makes a mark. */
const MARK_INTERVAL = `interval '9 seconds'`;
const NEWEST_BLOCK_SQL = '(SELECT greatest(head_number, block_number) FROM chain_index)';

/** Progress of the database, which witnesses outside of it remember. */
export interface Mark {
  readonly mark: number;
  readonly markedAtMs: number;
}

export type ClusterState =
  | { readonly is: 'served'; readonly mark: Mark }
  /** The server has started since the last check. If it has an older copy, only the chain can show it. */
  | { readonly is: 'restarted'; readonly mark: Mark; readonly markedBlock: number | null }
  | { readonly is: 'reconciling'; readonly isHeld: boolean; readonly lostFrom: Date; readonly lostUntil: Date | null };

type ClusterRow = Mark & {
  isOriginal: boolean;
  isSameCluster: boolean;
  isSameStart: boolean;
  isMarkDue: boolean;
  markedBlock: number | null;
  isReconciled: boolean;
  isHeld: boolean;
  lostFrom: Date;
  lostUntil: Date | null;
};

const MARK_COLUMNS = 'mark::float8, floor(extract(epoch FROM marked_at) * 1000)::float8 AS "markedAtMs"';

/**
 * Compares the database with its own record of the server and with a witness. A restored or failed-over database may have
 * lost armed steps, so lanes stop until the records are reconciled. Makes the next mark when it is due.
 * @param witness highest mark that this process or Redis remembers; null if none does
 */
export async function checkCluster(sql: SqlSession, witness: Mark | null = null): Promise<ClusterState> {
  const row = await readCluster(sql);
  if (row === null) {
    await sql.query(INSERT_CLUSTER_SQL, [witness?.mark ?? 0]);
    return checkCluster(sql); // a first server has nothing to reconcile
  }
  const { isHeld, lostFrom, lostUntil, mark, markedAtMs, markedBlock } = row;
  if (!row.isOriginal || !row.isSameCluster || mark < (witness?.mark ?? 0)) {
    await recordRestore(sql, witness);
    return checkCluster(sql);
  }
  if (!row.isReconciled) {
    if (!row.isSameStart) await sql.query(`UPDATE engine_cluster SET ${IDENTITY} WHERE ${IS_ORIGINAL_ROW}`);
    return { is: 'reconciling', isHeld, lostFrom, lostUntil };
  }
  if (!row.isSameStart) return { is: 'restarted', mark: { mark, markedAtMs }, markedBlock };
  return {
    is: 'served',
    mark: (row.isMarkDue ? await sql.queryOne<Mark & object>(MARK_SQL) : null) ?? { mark, markedAtMs },
  };
}

/**
 * Stops lanes until the records are reconciled. Of several processes, the first one changes the row.
 * @param isShown whether the chain shows the restore, which a restarted server itself does not
 */
export async function recordRestore(sql: SqlSession, witness: Mark | null, isShown = false): Promise<void> {
  await sql.query(RESTORED_SQL, [witness?.mark ?? 0, witness?.markedAtMs ?? null, isShown]);
}

/**
 * Stops lanes after a restore that nothing shows: a copy without a change that the chain, a worker or Redis remember.
 * @param since time of the copy
 * @returns false when lanes are stopped already
 */
export async function declareRestore(sql: SqlSession, since: Date): Promise<boolean> {
  const row = await sql.queryOne(
    `UPDATE engine_cluster SET ${IDENTITY}, reconcile_since = now(), is_held = true, lost_until = now(),
       marked_at = least(marked_at, $1), marked_block = least(marked_block,
         (SELECT coalesce(max(block_number), 0) FROM chain_events WHERE block_time < $1))
     WHERE reconcile_since IS NULL RETURNING 1`,
    [since],
  );
  return row !== null;
}

/** Serves the lanes of a restarted server that is no restored one. */
export async function acceptRestart(database: Database, { mark }: Mark): Promise<void> {
  await database.transaction(async (tx) => {
    const row = await tx.queryOne(
      `UPDATE engine_cluster SET ${IDENTITY}
       WHERE mark = $1 AND reconcile_since IS NULL AND ${IS_ORIGINAL_ROW} AND ${IS_SAME_CLUSTER}
         AND server_started_at <> pg_postmaster_start_time() RETURNING 1`,
      [mark],
    );
    if (row !== null) await wakeBusyLanes(tx);
  });
}

function readCluster(sql: SqlSession): Promise<ClusterRow | null> {
  return sql.queryOne<ClusterRow>(
    `SELECT ${IS_ORIGINAL_ROW} AS "isOriginal", ${IS_SAME_CLUSTER} AS "isSameCluster",
       server_started_at = pg_postmaster_start_time() AS "isSameStart", reconcile_since IS NULL AS "isReconciled",
       marked_at < now() - ${MARK_INTERVAL} AS "isMarkDue", marked_block::float8 AS "markedBlock", is_held AS "isHeld",
       marked_at AS "lostFrom", lost_until AS "lostUntil", ${MARK_COLUMNS}
     FROM engine_cluster`,
  );
}

const INSERT_CLUSTER_SQL = `
  INSERT INTO engine_cluster (system_identifier, timeline, mark, marked_block)
  SELECT ${SYSTEM_IDENTIFIER_SQL}, ${TIMELINE}, $1::bigint + 1, ${NEWEST_BLOCK_SQL} ON CONFLICT DO NOTHING`;

const MARK_SQL = `
  UPDATE engine_cluster SET ${IDENTITY}, mark = mark + 1, marked_at = now(), marked_block = ${NEWEST_BLOCK_SQL}
  WHERE reconcile_since IS NULL AND marked_at < now() - ${MARK_INTERVAL} AND ${IS_RECORDED_CLUSTER}
  RETURNING ${MARK_COLUMNS}`;

/** A restored dump without a witness is held for an operator: how much it lacks is unknown. */
const RESTORED_SQL = `
  UPDATE engine_cluster SET ${IDENTITY}, mark = greatest(mark, $1::bigint),
    reconcile_since = CASE WHEN ${IS_ORIGINAL_ROW} AND ${IS_SAME_CLUSTER} THEN coalesce(reconcile_since, now())
      ELSE now() END,
    lost_until = greatest(CASE WHEN reconcile_since IS NOT NULL THEN lost_until END, to_timestamp($2::float8 / 1000)),
    is_held = is_held OR coalesce(to_timestamp($2::float8 / 1000) > marked_at + ${MAX_SHORT_LOSS}, NOT ${IS_ORIGINAL_ROW})
  WHERE NOT ${IS_ORIGINAL_ROW} OR NOT ${IS_SAME_CLUSTER} OR mark < $1::bigint OR $3 AND reconcile_since IS NULL`;
