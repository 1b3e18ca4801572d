import type { SqlSession } from '@app/persistence';

/** Maximum rows per statement, which bounds the locks taken after a long stop of the workers. */
const BATCH = 500;

/**
 * Writes status changes that are due: a draft past its opening is open, an open market past its close time is closed to
 * trading. Each is dated by the time it was due. Safe to run in any number of workers.
 */
export async function advanceMarkets(sql: SqlSession): Promise<{ opened: number; closed: number }> {
  const closed = await sql.query(
    `UPDATE markets AS m SET status = 'TRADING_CLOSED', updated_at = GREATEST(m.updated_at, m.closes_at)
     FROM (SELECT id FROM markets WHERE status IN ('DRAFT', 'OPEN') AND closes_at <= now()
       LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS due
     WHERE m.id = due.id RETURNING 1`,
  );
  const opened = await sql.query(
    `UPDATE markets AS m SET status = 'OPEN', updated_at = GREATEST(m.updated_at, m.opens_at)
     FROM (SELECT id FROM markets WHERE status = 'DRAFT' AND opens_at <= now()
       LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS due
     WHERE m.id = due.id RETURNING 1`,
  );
  return { opened: opened.length, closed: closed.length };
}
