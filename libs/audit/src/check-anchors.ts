import { sha256Hex } from '@app/common';
import type { SqlSession } from '@app/persistence';
import type { Report } from './finding.js';

const ANCHORS_PER_PAGE = 100;
const LOGS_PER_PAGE = 1_000;

/** `heads` is null once its events have expired. */
type StoredAnchor = { id: string; heads: string | null; isYoung: boolean; previousHash: string; hash: string };
/** Head of a log that an anchor lists, and whether the log still has it. */
type AnchoredHead = { anchorId: string; log: string; seq: number; isGone: boolean; differs: boolean };
type AnchoredLog = { log: string; seq: number };

/**
 * Checks that each anchor hashes the one before it and its list of heads, and that the logs have the listed events unless
 * they have expired. Rewritten, truncated and deleted logs differ.
 * @returns the number of anchors and the last hash, which covers all events before it
 */
export async function checkAnchors(
  sql: SqlSession,
  report: Report,
): Promise<{ anchors: number; lastAnchorHash: string | null }> {
  const listed = new Map<string, number>();
  let last: Pick<StoredAnchor, 'id' | 'hash'> = { id: '0', hash: '' };
  let [anchors, isComplete] = [0, true];
  for (;;) {
    const page = await sql.query<StoredAnchor>(ANCHORS_SQL, [last.id, ANCHORS_PER_PAGE]);
    const intact = page.filter((anchor, index) => isIntact(anchor, page[index - 1] ?? last, report));
    for (const head of await findHeads(sql, intact)) {
      listed.set(head.log, head.seq);
      const subject = `anchor ${head.anchorId}`;
      if (head.isGone) report('anchored_events_gone', head.log, `event ${head.seq}, which ${subject} lists`);
      else if (head.differs) report('anchor_differs', head.log, `event ${head.seq} is not the one of ${subject}`);
    }
    isComplete &&= intact.length === page.length;
    anchors += page.length;
    last = page.at(-1) ?? last;
    if (page.length < ANCHORS_PER_PAGE) break;
  }
  if (isComplete) await checkListed(sql, listed, { report, lastAnchorId: last.id });
  return { anchors, lastAnchorHash: last.hash === '' ? null : last.hash };
}

/** Reports what contradicts the chain of anchors. @returns whether the list of heads is the one that was hashed */
function isIntact(anchor: StoredAnchor, before: Pick<StoredAnchor, 'hash'>, report: Report): boolean {
  const { id, heads, isYoung, previousHash, hash } = anchor;
  const subject = `anchor ${id}`;
  if (previousHash !== before.hash) report('anchor_chain_broken', subject, 'an anchor before it is missing or altered');
  if (heads === null) {
    if (isYoung) report('anchored_events_gone', subject, 'its list is gone');
    return false;
  }
  const isHashed = sha256Hex(`${previousHash}|${heads}`) === hash;
  if (!isHashed) report('anchor_differs', subject, 'its list is altered');
  return isHashed;
}

/** In the order of the anchors. */
function findHeads(sql: SqlSession, anchors: readonly StoredAnchor[]): Promise<AnchoredHead[]> {
  return sql.query<AnchoredHead>(HEADS_SQL, [
    anchors.map(({ id }) => id),
    anchors.map(({ heads }) => heads ?? '[]'),
    anchors.map(({ isYoung }) => String(isYoung)),
  ]);
}

/** Checks that each log is listed as far as it counts as anchored: the next anchor leaves out what counts as anchored. */
async function checkListed(
  sql: SqlSession,
  listed: ReadonlyMap<string, number>,
  { report, lastAnchorId }: { report: Report; lastAnchorId: string },
): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const logs: AnchoredLog[] = await sql.query<AnchoredLog>(LOGS_SQL, [after, LOGS_PER_PAGE, lastAnchorId]);
    for (const { log, seq } of logs) {
      const last = listed.get(log) ?? 0;
      if (last !== seq) report('anchor_differs', log, `anchored to event ${seq}, and listed to event ${last}`);
    }
    after = logs.at(-1)?.log;
  }
}

const ANCHORS_SQL = `
  SELECT id, heads, at > now() - interval '1 day' AS "isYoung", previous_hash AS "previousHash", hash
  FROM event_anchors WHERE id > $1 ORDER BY id LIMIT $2`;

/** No event expires within a day. */
const HEADS_SQL = `
  SELECT given.id AS "anchorId", head.log, head.seq::float8 AS seq,
    l.log IS NULL OR head.seq > l.head_seq OR CASE WHEN head.seq < l.oldest_seq THEN given.is_young ELSE e.seq IS NULL END
      AS "isGone",
    CASE WHEN head.seq = l.oldest_seq - 1 THEN l.expired_hash IS DISTINCT FROM head.hash
      ELSE head.seq >= l.oldest_seq AND e.hash IS DISTINCT FROM head.hash END AS differs
  FROM unnest($1::bigint[], $2::text[], $3::boolean[]) AS given (id, heads, is_young)
    CROSS JOIN LATERAL jsonb_array_elements(given.heads::jsonb) AS item
    CROSS JOIN LATERAL (SELECT item ->> 0 AS log, (item ->> 1)::bigint AS seq, item ->> 2 AS hash) AS head
    LEFT JOIN event_logs AS l ON l.log = head.log
    LEFT JOIN logged_events AS e ON e.log = head.log AND e.seq = head.seq
  ORDER BY given.id`;

/** None if another anchor was written meanwhile. */
const LOGS_SQL = `
  SELECT log, anchored_seq::float8 AS seq FROM event_logs
  WHERE log > $1 AND NOT EXISTS (SELECT FROM event_anchors WHERE id > $3) ORDER BY log LIMIT $2`;
