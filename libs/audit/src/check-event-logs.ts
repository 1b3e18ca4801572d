import { EVENT_COLUMNS, type EventRow, hashOfEvent, toWireEvent } from '@app/events';
import type { SqlSession } from '@app/persistence';
import type { Report } from './finding.js';

const LOGS_PER_PAGE = 500;
const EVENTS_PER_PAGE = 1_000;
const EFFECTS_PER_PAGE = 5_000;
/** Maximum of reported effects; more of them usually have one cause. */
const MAX_REPORTED = 100;

/** Position below every effect. */
const BEFORE_GENESIS: Position = { block: -1, index: 0 };

/** Position of an effect in the chain. A type and not an interface, so that it can be the row of a query. */
type Position = { block: number; index: number };
type Log = { log: string };
type Ends = { headSeq: number; oldestSeq: number };
type Row = Ends & (EventRow | { seq: null });

/**
 * Checks that each log has all events from its oldest to its head, that each event hashes the one before it, and that the
 * index has the events of the chain that the logs have.
 * @returns number of events
 */
export async function checkEventLogs(sql: SqlSession, report: Report): Promise<number> {
  let events = 0;
  for (let after = ''; ;) {
    const logs = await sql.query<Log>(LOGS_SQL, [after, LOGS_PER_PAGE]);
    for (const { log } of logs) events += await checkLog(sql, log, report);
    const last = logs.at(-1);
    if (last === undefined) break;
    after = last.log;
  }
  await checkEffectsIndexed(sql, report);
  return events;
}

async function checkEffectsIndexed(sql: SqlSession, report: Report): Promise<void> {
  let reported = 0;
  for (let after = BEFORE_GENESIS; reported < MAX_REPORTED;) {
    const { block, index } = after;
    const last = await sql.queryOne<Position>(LAST_EFFECT_SQL, [block, index, EFFECTS_PER_PAGE]);
    if (last === null) return;
    const range = [block, index, last.block, last.index];
    const missing = await sql.query<{ log: string; seq: string }>(EFFECTS_NOT_INDEXED_SQL, [
      ...range,
      MAX_REPORTED - reported,
    ]);
    for (const { log, seq } of missing) {
      report(
        'logged_effect_missing',
        `${log} ${seq}`,
        'the chain index does not have the event, and no later event undoes it',
      );
    }
    reported += missing.length;
    after = last;
  }
}

/** Events that expire meanwhile are skipped. */
async function checkLog(sql: SqlSession, log: string, report: Report): Promise<number> {
  let [last, count] = [0, 0];
  for (;;) {
    const rows: Row[] = await sql.query<Row>(EVENTS_SQL, [log, last, EVENTS_PER_PAGE]);
    const { headSeq, oldestSeq } = rows[0] ?? { headSeq: last, oldestSeq: 1 };
    last = Math.max(last, oldestSeq - 1);
    const events: EventRow[] = rows.flatMap((row) => (row.seq === null ? [] : [row]));
    for (const event of events) last = checkEvent(log, event, { last, report });
    count += events.length;
    if (events.length === EVENTS_PER_PAGE) continue;
    if (last < headSeq) report('logged_event_missing', log, `the log ends at ${last}, its head is ${headSeq}`);
    else if (last > headSeq) report('log_head_differs', log, `the log ends at ${last}, its head is ${headSeq}`);
    return count;
  }
}

/** An event covers the hash of the one before it, which is unknown after a gap. @returns its seq */
function checkEvent(log: string, row: EventRow, { last, report }: { last: number; report: Report }): number {
  const seq = Number(row.seq);
  if (seq !== last + 1) report('logged_event_missing', log, `the log jumps from ${last} to ${seq}`);
  else if (!isIntact(row)) report('logged_event_altered', log, `event ${seq}, ${row.type}`);
  return seq;
}

function isIntact(row: EventRow): boolean {
  try {
    return hashOfEvent(toWireEvent(row)) === row.hash;
  } catch {
    return false; // the data is no JSON object
  }
}

const LOGS_SQL = `SELECT log FROM event_logs WHERE log > $1 ORDER BY log LIMIT $2`;

const EVENTS_SQL = `
  SELECT l.oldest_seq::float8 AS "oldestSeq", l.head_seq::float8 AS "headSeq", page.*
  FROM event_logs AS l LEFT JOIN LATERAL (
    SELECT ${EVENT_COLUMNS}
    FROM logged_events AS e WHERE e.log = l.log AND e.seq > $2::bigint ORDER BY e.seq LIMIT $3) AS page ON true
  WHERE l.log = $1 ORDER BY page.seq::bigint`;

/** Last position of a page. The events of one effect, in the logs of all that it concerns, are one page. */
const LAST_EFFECT_SQL = `
  SELECT block_number::float8 AS block, log_index AS index FROM (
    SELECT block_number, log_index FROM logged_events
    WHERE log_index IS NOT NULL AND (block_number, log_index) > ($1, $2)
      AND block_number <= (SELECT block_number FROM chain_index)
    ORDER BY block_number, log_index LIMIT $3) AS page
  ORDER BY block_number DESC, log_index DESC LIMIT 1`;

const EFFECTS_NOT_INDEXED_SQL = `
  SELECT e.log, e.seq FROM logged_events AS e CROSS JOIN chain_index AS i
  WHERE e.log_index IS NOT NULL AND e.block_number <= i.block_number
    AND (e.block_number, e.log_index) > ($1, $2) AND (e.block_number, e.log_index) <= ($3, $4)
    AND NOT EXISTS (SELECT FROM chain_events AS c
      WHERE c.block_number = e.block_number AND c.log_index = e.log_index AND c.block_hash = e.block_hash)
    AND NOT EXISTS (SELECT FROM logged_events AS u WHERE u.log = e.log AND u.undoes = e.seq)
  ORDER BY e.block_number, e.log_index, e.log, e.seq LIMIT $5`;
