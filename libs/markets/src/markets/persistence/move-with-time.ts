import type { Sql } from '@app/persistence';

/** Rows at a time, so that a clock that stood still for a day does not hold thousands of locks. */
const BATCH = 500;

/**
 * Writes down what time has done: a draft whose opening has come is open, an open market whose close time has come is
 * closed to trading. Each is dated by the moment it happened. Any number of workers may do it at once.
 */
export async function moveMarketsWithTime(sql: Sql): Promise<{ opened: number; closed: number }> {
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
