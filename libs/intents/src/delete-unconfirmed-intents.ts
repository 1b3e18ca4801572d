import type { SqlSession } from '@app/persistence';

interface Sweep {
  /** Age in days from which a record is deleted. */
  retentionDays: number;
  limit: number;
}

/**
 * Deletes intents that were never confirmed, oldest first: they have no execution and no effect. Their idempotency keys can
 * be used again then. The locked rows are deleted in place (the table has no partitions), because looking them up again takes
 * longer the more intents there are.
 * @returns number of deleted rows
 */
export async function deleteUnconfirmedIntents(sql: SqlSession, { retentionDays, limit }: Sweep): Promise<number> {
  const rows = await sql.query(
    `DELETE FROM agent_intents WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM agent_intents
       WHERE confirmed_at IS NULL AND created_at < now() - $1 * interval '1 day'
         AND status IN ('preview', 'cancelled') AND executions_count = 0
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING 1`,
    [retentionDays, limit],
  );
  return rows.length;
}
