import type { Sql } from '@app/persistence';
import type { Report } from './finding.js';

type StoredAnchor = {
  id: string;
  previousHash: string;
  hash: string;
  /** Number of events at anchoring and now. */
  events: string;
  counted: string;
  /** Hash of the events as they are now. */
  recomputed: string | null;
};

/**
 * Checks every anchor, a hash over the events of its period and the anchor before, which shows a deleted execution.
 * @returns the number of anchors and the last hash, which covers all events before it
 */
export async function checkAnchors(
  sql: Sql,
  report: Report,
): Promise<{ anchors: number; lastAnchorHash: string | null }> {
  let [count, previous] = [0, ''];
  for (let after = '0'; ;) {
    const anchor = await sql.queryOne<StoredAnchor>(NEXT_ANCHOR, [after]);
    if (anchor === null) return { anchors: count, lastAnchorHash: previous === '' ? null : previous };
    const subject = `anchor ${anchor.id}`;
    if (anchor.previousHash !== previous)
      report('anchor_chain_broken', subject, 'an anchor before it is missing or altered');
    if (anchor.counted !== anchor.events)
      report('anchored_events_gone', subject, `${anchor.events} events, now ${anchor.counted}`);
    if (anchor.recomputed !== anchor.hash) report('anchor_differs', subject, 'its events are not those it hashed');
    [count, previous, after] = [count + 1, anchor.hash, anchor.id];
  }
}

const NEXT_ANCHOR = `
  WITH anchor AS (SELECT * FROM execution_event_anchors WHERE id > $1 ORDER BY id LIMIT 1),
    span AS (SELECT anchor.covers_until AS until, coalesce((SELECT covers_until FROM execution_event_anchors AS before
      WHERE before.id < anchor.id ORDER BY before.id DESC LIMIT 1), '-infinity') AS since FROM anchor)
  SELECT anchor.id, anchor.previous_hash AS "previousHash", anchor.hash, anchor.events,
    (SELECT count(*) FROM execution_events AS e WHERE e.at >= span.since AND e.at < span.until) AS counted,
    (SELECT encode(sha256(convert_to(anchor.previous_hash || '|' ||
       string_agg(e.hash, '|' ORDER BY e.execution_id, e.seq), 'UTF8')), 'hex')
     FROM execution_events AS e WHERE e.at >= span.since AND e.at < span.until) AS recomputed
  FROM anchor, span`;
