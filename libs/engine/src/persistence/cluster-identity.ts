import { BUMP_LANE } from '@app/agents';
import type { Sql } from '@app/persistence';

type ClusterIdentity = { systemIdentifier: string; timeline: number };

const SYSTEM_IDENTIFIER = '(SELECT system_identifier::text FROM pg_control_system())';
/** Timeline of the current WAL position. The control file shows a new timeline only after the next checkpoint. */
const TIMELINE = `('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer`;

/** Condition on a row of engine_cluster: lanes are stopped because the PostgreSQL cluster is not the recorded one. */
export const AWAITS_RECONCILIATION = `reconcile_since IS NOT NULL OR timeline <> ${TIMELINE}
  OR system_identifier <> ${SYSTEM_IDENTIFIER}`;

/**
 * Compares the PostgreSQL cluster with the recorded one. A restored or failed-over cluster may have lost armed steps, so
 * lanes stop until an operator has reconciled.
 * @returns whether lanes may be served
 */
export async function checkCluster(sql: Sql): Promise<boolean> {
  const current = await sql.queryOne<ClusterIdentity>(
    `SELECT ${SYSTEM_IDENTIFIER} AS "systemIdentifier", ${TIMELINE} AS timeline`,
  );
  if (current === null) throw new Error('the cluster reports no identity');
  const values = [current.systemIdentifier, current.timeline];
  await sql.query(
    'INSERT INTO engine_cluster (system_identifier, timeline) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    values,
  );
  const recorded = await sql.queryOne<{ reconciled: boolean }>(
    `UPDATE engine_cluster SET system_identifier = $1::text, timeline = $2::integer,
       reconcile_since = CASE WHEN system_identifier = $1::text AND timeline = $2::integer THEN reconcile_since
         ELSE coalesce(reconcile_since, now()) END
     RETURNING reconcile_since IS NULL AS reconciled`,
    values,
  );
  return recorded?.reconciled ?? false;
}

/** Records the current cluster as reconciled with the chain and wakes every lane with live executions. */
export async function declareReconciled(tx: Sql): Promise<void> {
  await tx.query(
    `UPDATE engine_cluster SET system_identifier = ${SYSTEM_IDENTIFIER}, timeline = ${TIMELINE}, reconcile_since = NULL`,
  );
  await wakeBusyLanes(tx);
}

/** Makes every lane with live executions due, after a change that may let any of them continue. */
export async function wakeBusyLanes(tx: Sql): Promise<void> {
  await tx.query(
    `UPDATE lanes SET ${BUMP_LANE}
     WHERE id IN (SELECT lane_id FROM executions WHERE status IN ('queued', 'submitting', 'broadcast', 'unknown'))`,
  );
}
