import { NOTIFICATION_CHANNEL, type SqlSession } from '@app/persistence';

/** Notified when lanes fall due without a job. */
export const LANES_WOKEN = 'lanes:woken';

/** SQL expression that notifies the workers. */
export const NOTIFY_LANES_SQL = `pg_notify('${NOTIFICATION_CHANNEL}', '${LANES_WOKEN}')`;

/**
 * Assignments of an UPDATE that makes lanes due. The holder of a leased one sees the version, and a dead holder's lease
 * ends. Quarantined lanes stay undue.
 */
export const MARK_LANE_CHANGED_SQL = `version = lanes.version + 1, wake_at = CASE
  WHEN lanes.quarantined_at IS NOT NULL THEN NULL
  WHEN lanes.lease_until > now() THEN lanes.wake_at
  ELSE clock_timestamp() END`;

/**
 * Makes a lane due after a change of its executions or policy, creating it if needed. Its lease holder reads it again.
 * Runs in the transaction that makes the change, after the wallet is locked. Safe to repeat.
 *
 * @returns the lane's new version
 */
export async function markLaneChanged(tx: SqlSession, laneId: string): Promise<string> {
  const row = await tx.queryOne<{ version: string }>(
    `INSERT INTO lanes (id, wake_at) VALUES ($1, now())
     ON CONFLICT (id) DO UPDATE SET ${MARK_LANE_CHANGED_SQL}
     RETURNING version, ${NOTIFY_LANES_SQL}`,
    [laneId],
  );
  if (row === null) throw new Error('a lane could not be written');
  return row.version;
}
