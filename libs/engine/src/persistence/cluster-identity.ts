import type { SqlSession } from '@app/persistence';

const SYSTEM_IDENTIFIER_SQL = '(SELECT system_identifier::text FROM pg_control_system())';
/** Timeline of the current WAL position. The control file shows a new timeline only after the next checkpoint. */
const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer`;

/** Condition on a row of engine_cluster: it describes the cluster of this connection. */
export const IS_RECORDED_CLUSTER = `(timeline = ${TIMELINE} AND system_identifier = ${SYSTEM_IDENTIFIER_SQL})`;

/** SQL condition: the records are reconciled with the chain. Until they are, no lane is served and nothing is sent. */
export const IS_RECONCILED_SQL = `NOT EXISTS (SELECT FROM engine_cluster
  WHERE reconcile_since IS NOT NULL OR NOT ${IS_RECORDED_CLUSTER})`;

/** SQL condition on a queued execution `e`: it may have been armed before a failover, which lost the arming. */
export const MAY_BE_ARMED = `(NOT (${IS_RECONCILED_SQL})
  OR EXISTS (SELECT FROM chain_events AS event WHERE event.ref = e.ref AND event.account = e.agent_wallet_address))`;

/** Blocks below the last indexed one that are compared again, because a reorganisation may move an effect down. */
const REORGANISATION_MARGIN_BLOCKS = 64;

/** Last block that the recorded cluster indexed. Blocks indexed since then carry the identity of the current cluster. */
const RESTORED_BLOCK_SQL = `coalesce((SELECT max(block_number) - ${REORGANISATION_MARGIN_BLOCKS} FROM chain_blocks
  WHERE cluster = known.system_identifier || '/' || known.timeline), -1)`;

/**
 * Compares the PostgreSQL cluster with the recorded one. A restored or failed-over cluster may have lost armed steps, so
 * lanes stop until the records are reconciled. Writes only when the cluster differs.
 * @returns whether lanes may be served
 */
export async function checkCluster(sql: SqlSession): Promise<boolean> {
  const recorded = await sql.queryOne<{ known: boolean; reconciled: boolean }>(
    `SELECT ${IS_RECORDED_CLUSTER} AS known, reconcile_since IS NULL AS reconciled FROM engine_cluster`,
  );
  if (recorded?.known === true) return recorded.reconciled;
  await sql.query(
    `INSERT INTO engine_cluster AS known (system_identifier, timeline) VALUES (${SYSTEM_IDENTIFIER_SQL}, ${TIMELINE})
     ON CONFLICT (singleton) DO UPDATE SET system_identifier = EXCLUDED.system_identifier, timeline = EXCLUDED.timeline,
       reconcile_since = now(), reconcile_after_block = CASE WHEN known.reconcile_since IS NULL THEN ${RESTORED_BLOCK_SQL}
         ELSE LEAST(known.reconcile_after_block, ${RESTORED_BLOCK_SQL}) END
     WHERE known.system_identifier <> EXCLUDED.system_identifier OR known.timeline <> EXCLUDED.timeline`,
  );
  // A first cluster has nothing to reconcile.
  return recorded === null;
}

/** Whether lanes are stopped until the records are reconciled with the chain. */
export async function awaitsReconciliation(sql: SqlSession): Promise<boolean> {
  const { reconciled } = await sql.queryOneOrFail<{ reconciled: boolean }>(`SELECT ${IS_RECONCILED_SQL} AS reconciled`);
  return !reconciled;
}
