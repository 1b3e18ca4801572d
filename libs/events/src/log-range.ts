/**
 * SQL expression: seq of the first event of a log at or after a time; null for a log that does not exist. The times of a
 * log's events follow their order, but for those around a moment at which the database's clock was set back.
 * @param log SQL expression of the log's name
 * @param at SQL expression of the time
 */
function selectSeqAt(log: string, at: string): string {
  return `(
    WITH RECURSIVE search (low, high) AS (
      SELECT oldest_seq, head_seq + 1 FROM event_logs WHERE log = ${log}
      UNION ALL
      SELECT CASE WHEN probe.is_before THEN probe.seq + 1 ELSE low END, CASE WHEN probe.is_before THEN high ELSE middle END
      FROM (SELECT low, high, (low + high) / 2 AS middle FROM search WHERE low < high) AS range
        LEFT JOIN LATERAL (SELECT seq, at < ${at} AS is_before FROM logged_events
          WHERE log = ${log} AND seq >= middle ORDER BY seq LIMIT 1) AS probe ON true)
    SELECT max(low) FROM search)`;
}

/**
 * SQL condition on `logged_events AS v`: events of a log between two times, and those up to a minute before and after, which
 * covers corrections of the clock. The events of a row whose commit was slow may be later: read them with the end `'infinity'`.
 */
export function isLoggedBetween({ log, since, until }: { log: string; since: string; until: string }): string {
  return `v.log = ${log} AND v.seq >= ${selectSeqAt(log, `${since} - interval '1 minute'`)}
    AND v.seq < ${selectSeqAt(log, `${until}::timestamptz + interval '1 minute'`)}`;
}
