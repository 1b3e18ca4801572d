import type { SqlSession } from '@app/persistence';
import type { Report } from './finding.js';

type StoredAnchor = {
  id: string;
  previousHash: string;
  hash: string;
  /** Number of events at anchoring, or that archives leave, and now. */
  events: string;
  counted: string;
  /** Hash of the events at anchoring, or of those that archives leave, and of the events as they are now. */
  expected: string | null;
  recomputed: string | null;
};

/**
 * Checks every anchor, a hash over the events of its period and the anchor before, which shows a deleted execution. Of a
 * period with archived events it checks those that stay; `archive check` checks all of them.
 * @returns the number of anchors and the last hash, which covers all events before it
 */
export async function checkAnchors(
  sql: SqlSession,
  report: Report,
): Promise<{ anchors: number; lastAnchorHash: string | null }> {
  let [count, previous] = [0, ''];
  for (let after = '0'; ;) {
    const anchor = await sql.queryOne<StoredAnchor>(NEXT_ANCHOR_SQL, [after]);
    if (anchor === null) return { anchors: count, lastAnchorHash: previous === '' ? null : previous };
    const subject = `anchor ${anchor.id}`;
    if (anchor.previousHash !== previous)
      report('anchor_chain_broken', subject, 'an anchor before it is missing or altered');
    if (anchor.counted !== anchor.events)
      report('anchored_events_gone', subject, `${anchor.events} events, now ${anchor.counted}`);
    if (anchor.recomputed !== anchor.expected) report('anchor_differs', subject, 'its events are not those it hashed');
    [count, previous, after] = [count + 1, anchor.hash, anchor.id];
  }
}

/** Archived executions that are still being deleted no longer count. */
const IS_KEPT_SQL = `CASE WHEN EXISTS (SELECT FROM archives WHERE status = 'deleting') THEN NOT EXISTS (
  SELECT FROM archived_executions AS a JOIN archives AS archive ON archive.id = a.archive_id
  WHERE a.execution_id = right(e.execution_id, 32)::uuid AND archive.status = 'deleting') ELSE true END`;

const NEXT_ANCHOR_SQL = `
  WITH anchor AS (SELECT *, id <= coalesce((SELECT max(last_anchor_id) FROM archives WHERE status <> 'writing'), 0) AS is_archived
      FROM execution_event_anchors WHERE id > $1 ORDER BY id LIMIT 1),
    span AS (SELECT anchor.covers_until AS until, coalesce((SELECT covers_until FROM execution_event_anchors AS before
      WHERE before.id < anchor.id ORDER BY before.id DESC LIMIT 1), '-infinity') AS since FROM anchor),
    kept AS (SELECT count(*), string_agg(e.hash, '|' ORDER BY e.execution_id, e.seq) AS hashes
      FROM span JOIN execution_events AS e ON e.at >= span.since AND e.at < span.until WHERE ${IS_KEPT_SQL})
  SELECT anchor.id, anchor.previous_hash AS "previousHash", anchor.hash,
    CASE WHEN is_archived THEN coalesce(archived.events, 0) ELSE anchor.events END AS events, kept.count AS counted,
    CASE WHEN is_archived THEN archived.hash ELSE anchor.hash END AS expected,
    encode(sha256(convert_to(CASE WHEN is_archived THEN '' ELSE anchor.previous_hash || '|' END || hashes, 'UTF8')), 'hex')
      AS recomputed
  FROM anchor CROSS JOIN kept LEFT JOIN archived_anchors AS archived ON archived.anchor_id = anchor.id`;
