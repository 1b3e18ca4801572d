import type { SqlSession } from '@app/persistence';

/** Age from which events are anchored. Longer than any transaction, so that all events up to then are committed. */
const MIN_EVENT_AGE_MS = 60_000;

/** A type, not an interface: an interface does not fit the row constraint of `SqlSession.query`. */
export type EventAnchor = {
  id: string;
  coversUntil: Date;
  /** Number of events that the hash covers. */
  events: string;
  previousHash: string;
  hash: string;
};

/**
 * Writes an anchor: a hash over all events since the last anchor and that anchor's hash. At most one per minute over all
 * workers, and none for a minute without events.
 * @returns the anchor; null when none was written
 */
export async function anchorEvents(sql: SqlSession): Promise<EventAnchor | null> {
  return sql.queryOne<EventAnchor>(
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
     ON CONFLICT DO NOTHING
     RETURNING id, covers_until AS "coversUntil", events, previous_hash AS "previousHash", hash`,
    [MIN_EVENT_AGE_MS],
  );
}
