import type { SqlSession } from '@app/persistence';

/** Maximum rows per statement, which bounds the locks taken after a long stop of the workers. */
const BATCH = 500;

/**
 * Writes status changes that are due: a draft past its opening is open, an open market past its close time is closed to
 * trading. Each is dated by the time it was due. Safe to run in any number of workers.
 * @param soonMs time in ms
 * @returns the numbers of changes, and whether others are due within `soonMs`
 */
export function advanceMarkets(
  sql: SqlSession,
  soonMs = 0,
): Promise<{ opened: number; closed: number; areMoreSoon: boolean }> {
  return sql.queryOneOrFail(
    `WITH closed AS (
       UPDATE markets AS m SET status = 'TRADING_CLOSED', updated_at = GREATEST(m.updated_at, m.closes_at)
       FROM (SELECT id FROM markets WHERE status IN ('DRAFT', 'OPEN') AND closes_at <= now()
         LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS due
       WHERE m.id = due.id RETURNING 1),
     opened AS (
       UPDATE markets AS m SET status = 'OPEN', updated_at = GREATEST(m.updated_at, m.opens_at)
       FROM (SELECT id FROM markets WHERE status = 'DRAFT' AND opens_at <= now() AND closes_at > now()
         LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS due
       WHERE m.id = due.id RETURNING 1),
     soon AS (SELECT now() + $1 * interval '1 ms' AS at)
     SELECT (SELECT count(*) FROM opened)::int AS opened, (SELECT count(*) FROM closed)::int AS closed,
       EXISTS (SELECT FROM markets, soon WHERE status IN ('DRAFT', 'OPEN') AND closes_at <= soon.at)
         OR EXISTS (SELECT FROM markets, soon WHERE status = 'DRAFT' AND opens_at <= soon.at) AS "areMoreSoon"`,
    [soonMs],
  );
}
