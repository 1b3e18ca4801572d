import type { SqlSession } from '@app/persistence';

/** Days after the end of a month, in which clients may still repeat requests and look at what ended. */
const MIN_AGE_DAYS = 7;

/** The month cannot be archived now, for the reason in the message. */
export class ArchiveRefusedError extends Error {}

type ArchiveReadiness = {
  dueAt: Date;
  isDue: boolean;
  /** Month of the archive that another run has not finished. */
  unfinished: string | null;
  /** Last complete month. */
  last: string | null;
  isReconciling: boolean;
};

/** @throws {ArchiveRefusedError} unless the month is over, and it is its turn */
export async function refuseUnlessDue(sql: SqlSession, month: string, endedBefore: Date): Promise<void> {
  const facts = await sql.queryOneOrFail<ArchiveReadiness>(FACTS_SQL, [endedBefore, MIN_AGE_DAYS]);
  const reason = findReason(month, facts);
  if (reason !== null) throw new ArchiveRefusedError(reason);
}

function findReason(month: string, { dueAt, isDue, unfinished, last, ...facts }: ArchiveReadiness): string | null {
  if (facts.isReconciling) return 'the records are being reconciled with the chain after a restore or failover';
  if (unfinished === month) return null;
  if (unfinished !== null) return `the archive of ${unfinished} is not complete: repeat its command first`;
  if (last !== null && month <= last) return `${last} is archived, and with it everything before`;
  if (!isDue) return `${month} can be archived from ${dueAt.toISOString().slice(0, 10)} on`;
  return null;
}

const FACTS_SQL = `
  WITH span AS (SELECT $1::timestamptz AS until)
  SELECT span.until + $2 * interval '1 day' AS "dueAt", now() >= span.until + $2 * interval '1 day' AS "isDue",
    (SELECT to_char(month, 'YYYY-MM') FROM archives WHERE status <> 'complete' ORDER BY month LIMIT 1) AS unfinished,
    (SELECT to_char(max(month), 'YYYY-MM') FROM archives WHERE status = 'complete') AS last,
    EXISTS (SELECT FROM engine_cluster WHERE reconcile_since IS NOT NULL) AS "isReconciling"
  FROM span`;
