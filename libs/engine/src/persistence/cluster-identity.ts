import type { SqlSession } from '@app/persistence';

export const SYSTEM_IDENTIFIER_SQL = '(SELECT system_identifier::text FROM pg_control_system())';
/** Timeline of the current WAL position. The control file shows a new timeline only after the next checkpoint. */
export const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer`;
/** A dump keeps the values of the row, and not the transaction that wrote it. */
export const IS_ORIGINAL_ROW = 'engine_cluster.xmin = engine_cluster.written_by';
export const IS_SAME_CLUSTER = `(engine_cluster.timeline = ${TIMELINE}
  AND engine_cluster.system_identifier = ${SYSTEM_IDENTIFIER_SQL})`;
/** Values of the columns that identify the server. Each write of the row sets them. */
export const IDENTITY = `system_identifier = ${SYSTEM_IDENTIFIER_SQL}, timeline = ${TIMELINE},
  server_started_at = pg_postmaster_start_time(), written_by = pg_current_xact_id()::xid`;

/** Condition on the row of engine_cluster: it describes this server as it runs since its start. */
export const IS_RECORDED_CLUSTER = `(engine_cluster.server_started_at = pg_postmaster_start_time()
  AND ${IS_ORIGINAL_ROW} AND ${IS_SAME_CLUSTER})`;

/** SQL condition: the records are reconciled with the chain. Until they are, no lane is served and nothing is sent. */
export const IS_RECONCILED_SQL = `NOT EXISTS (SELECT FROM engine_cluster
  WHERE reconcile_since IS NOT NULL OR NOT ${IS_RECORDED_CLUSTER})`;

/** SQL condition on a queued execution `e`: it may have been armed before a failover, which lost the arming. */
export const MAY_BE_ARMED = `(NOT (${IS_RECONCILED_SQL})
  OR EXISTS (SELECT FROM chain_events AS event WHERE event.ref = e.ref AND event.account = e.agent_wallet_address))`;

/** Whether lanes are stopped until the records are reconciled with the chain. */
export async function awaitsReconciliation(sql: SqlSession): Promise<boolean> {
  const { reconciled } = await sql.queryOneOrFail<{ reconciled: boolean }>(`SELECT ${IS_RECONCILED_SQL} AS reconciled`);
  return !reconciled;
}
