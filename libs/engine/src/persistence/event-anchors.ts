import type { Sql } from '@app/persistence';

/** Longer than any transaction may take, so that everything up to then has been committed. */
const SETTLED_AFTER_MS = 60_000;

/**
 * Hashes all events that settled since the last anchor, over the anchor before. At most one a minute, whichever worker
 * comes first; a minute without events is left out. Answers whether one was written.
 */
export async function anchorEvents(sql: Sql): Promise<boolean> {
  const rows = await sql.query(
    `WITH last AS (
       SELECT coalesce((SELECT covers_until FROM execution_event_anchors ORDER BY id DESC LIMIT 1), '-infinity') AS until,
         coalesce((SELECT hash FROM execution_event_anchors ORDER BY id DESC LIMIT 1), '') AS hash),
     next AS (SELECT date_trunc('minute', now() - $1 * interval '1 ms') AS until)
     INSERT INTO execution_event_anchors (covers_until, events, previous_hash, hash)
     SELECT next.until, count(*), last.hash,
       encode(sha256(convert_to(last.hash || '|' || string_agg(events.hash, '|' ORDER BY execution_id, seq), 'UTF8')), 'hex')
     FROM last, next, execution_events AS events
     WHERE next.until > last.until AND events.at >= last.until AND events.at < next.until
     GROUP BY next.until, last.hash
     ON CONFLICT DO NOTHING RETURNING 1`,
    [SETTLED_AFTER_MS],
  );
  return rows.length > 0;
}
