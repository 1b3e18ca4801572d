import type { Sql } from '@app/persistence';
import type { Report } from './finding.js';

type AnchorRow = {
  id: string;
  previous_hash: string;
  hash: string;
  events: string;
  counted: string;
  recomputed: string | null;
};

/**
 * Every anchor hashes the events of its time over the anchor before it: an execution that is gone whole shows here.
 * @returns how many there are, and the hash of the last, which stands for all events before it
 */
export async function checkAnchors(
  sql: Sql,
  report: Report,
): Promise<{ anchors: number; lastAnchorHash: string | null }> {
  let [count, previous] = [0, ''];
  for (let after = '0'; ;) {
    const anchor = await sql.queryOne<AnchorRow>(NEXT_ANCHOR, [after]);
    if (anchor === null) return { anchors: count, lastAnchorHash: previous === '' ? null : previous };
    const subject = `anchor ${anchor.id}`;
    if (anchor.previous_hash !== previous)
      report('anchor_chain_broken', subject, 'an anchor before it is gone or altered');
    if (anchor.counted !== anchor.events)
      report('anchored_events_gone', subject, `${anchor.events} events, now ${anchor.counted}`);
    if (anchor.recomputed !== anchor.hash) report('anchor_differs', subject, 'its events are not those that it hashed');
    [count, previous, after] = [count + 1, anchor.hash, anchor.id];
  }
}

const NEXT_ANCHOR = `
  WITH anchor AS (SELECT * FROM execution_event_anchors WHERE id > $1 ORDER BY id LIMIT 1),
    span AS (SELECT anchor.covers_until AS until, coalesce((SELECT covers_until FROM execution_event_anchors AS before
      WHERE before.id < anchor.id ORDER BY before.id DESC LIMIT 1), '-infinity') AS since FROM anchor)
  SELECT anchor.id, anchor.previous_hash, anchor.hash, anchor.events,
    (SELECT count(*) FROM execution_events AS e WHERE e.at >= span.since AND e.at < span.until) AS counted,
    (SELECT encode(sha256(convert_to(anchor.previous_hash || '|' ||
       string_agg(e.hash, '|' ORDER BY e.execution_id, e.seq), 'UTF8')), 'hex')
     FROM execution_events AS e WHERE e.at >= span.since AND e.at < span.until) AS recomputed
  FROM anchor, span`;
