import type { Sql } from '@app/persistence';

type IdentityRow = { system_identifier: string; timeline: number };

const SYSTEM_IDENTIFIER = '(SELECT system_identifier::text FROM pg_control_system())';
/** Of the log that is being written: the control file learns a new one only with the next checkpoint, minutes later. */
const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer`;

/** Of a row of engine_cluster: whether lanes must wait for an operator, because the cluster is not the one that it was. */
export const AWAITS_RECONCILIATION = `reconcile_since IS NOT NULL OR timeline <> ${TIMELINE}
  OR system_identifier <> ${SYSTEM_IDENTIFIER}`;

/**
 * Compares the PostgreSQL cluster with the one that the executions were last seen in. One that was restored from a backup
 * or failed over may have forgotten what was armed, so no lane is served until an operator has reconciled it. Answers
 * whether lanes may be served.
 */
export async function checkCluster(sql: Sql): Promise<boolean> {
  const now = await sql.queryOne<IdentityRow>(
    `SELECT ${SYSTEM_IDENTIFIER} AS system_identifier, ${TIMELINE} AS timeline`,
  );
  if (now === null) throw new Error('the cluster does not say who it is');
  await sql.query('INSERT INTO engine_cluster (system_identifier, timeline) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    now.system_identifier,
    now.timeline,
  ]);
  const known = await sql.queryOne<{ reconciled: boolean }>(
    `UPDATE engine_cluster SET system_identifier = $1::text, timeline = $2::integer,
       reconcile_since = CASE WHEN system_identifier = $1::text AND timeline = $2::integer THEN reconcile_since
         ELSE coalesce(reconcile_since, now()) END
     RETURNING reconcile_since IS NULL AS reconciled`,
    [now.system_identifier, now.timeline],
  );
  return known?.reconciled ?? false;
}

/**
 * Said by an operator once the chain has been asked: this cluster it is from now on, whether a worker has looked at it yet
 * or not, and lanes are served again, all of them at once.
 */
export async function declareReconciled(tx: Sql): Promise<void> {
  await tx.query(
    `UPDATE engine_cluster SET system_identifier = ${SYSTEM_IDENTIFIER}, timeline = ${TIMELINE}, reconcile_since = NULL`,
  );
  await wakeBusyLanes(tx);
}

/** Something changed that may let any lane go on. */
export async function wakeBusyLanes(tx: Sql): Promise<void> {
  await tx.query(
    `UPDATE lanes SET version = version + 1, wake_at = LEAST(wake_at, now())
     WHERE id IN (SELECT lane_id FROM executions WHERE status IN ('queued', 'submitting', 'broadcast', 'unknown'))`,
  );
}
