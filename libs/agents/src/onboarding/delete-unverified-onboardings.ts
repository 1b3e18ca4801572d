import type { SqlSession } from '@app/persistence';

interface Sweep {
  /** Age in days from which a record is deleted. */
  retentionDays: number;
  limit: number;
}

/**
 * Deletes onboardings whose mailbox was never verified, oldest first. Takes no lock, for which the worker has no privilege:
 * the statement checks again what it deletes.
 * @returns number of deleted rows
 */
export async function deleteUnverifiedOnboardings(sql: SqlSession, { retentionDays, limit }: Sweep): Promise<number> {
  const rows = await sql.query(
    `DELETE FROM agent_onboardings WHERE verified_at IS NULL AND status <> 'verified' AND id IN (
       SELECT id FROM agent_onboardings
       WHERE verified_at IS NULL AND created_at < now() - $1 * interval '1 day' AND status <> 'verified'
       ORDER BY created_at LIMIT $2)
     RETURNING 1`,
    [retentionDays, limit],
  );
  return rows.length;
}
