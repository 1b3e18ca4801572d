import { sha256Hex } from '@app/common';
import type { SqlSession } from '@app/persistence';
import type { Report } from '../finding.js';
import { readArchiveFile } from './archive-file.js';

/** Events whose hashes are in memory at a time. The files with events of these times are read for each so many. */
const EVENTS_PER_PASS = 500_000;

type Anchor = {
  id: string;
  sinceMs: number | null;
  untilMs: number;
  events: string;
  previousHash: string;
  hash: string;
};
type Kept = { executionId: string; seq: number; atMs: number; hash: string };

/** A file of an archive, and the times of its first and last event. */
export interface TimedFile {
  readonly file: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Events of an anchor's period, from files and database. */
interface Period {
  readonly anchor: Anchor;
  readonly events: Kept[];
}

/**
 * Checks the anchors of archived months: each hashes the events of its period, from files and database together.
 * @returns number of anchors
 */
export async function checkArchivedAnchors(
  sql: SqlSession,
  files: readonly TimedFile[],
  report: Report,
): Promise<number> {
  let count = 0;
  for (let after = '0'; ;) {
    const anchors = await sql.query<Anchor>(ANCHORS_SQL, [after, EVENTS_PER_PASS]);
    const [first, last] = [anchors[0], anchors.at(-1)];
    if (first === undefined || last === undefined) return count;
    const periods = anchors.map((anchor): Period => ({ anchor, events: [] }));
    const add = (event: Kept): void => void periodAt(periods, event.atMs)?.events.push(event);
    const isInPeriods = ({ firstMs, lastMs }: TimedFile): boolean =>
      firstMs < last.untilMs && lastMs >= (first.sinceMs ?? -Infinity);
    for (const { file } of files.filter(isInPeriods)) for await (const event of readEvents(file)) add(event);
    for (const event of await sql.query<Kept>(KEPT_SQL, [first.id, last.id])) add(event);
    for (const period of periods) checkPeriod(period, report);
    count += anchors.length;
    after = last.id;
  }
}

async function* readEvents(file: string): AsyncGenerator<Kept> {
  for await (const { record } of readArchiveFile(file)) {
    for (const { id, events } of record.executions) {
      for (const { seq, at, hash } of events) yield { executionId: id, seq, atMs: Date.parse(at), hash };
    }
  }
}

/** Finds the period by bisection: periods follow each other. */
function periodAt(periods: readonly Period[], atMs: number): Period | undefined {
  let [from, to] = [0, periods.length - 1];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (atMs < (periods[middle]?.anchor.untilMs ?? 0)) to = middle;
    else from = middle + 1;
  }
  const period = periods[from];
  if (period === undefined || atMs >= period.anchor.untilMs) return undefined;
  return atMs >= (period.anchor.sinceMs ?? -Infinity) ? period : undefined;
}

function checkPeriod({ anchor, events }: Period, report: Report): void {
  const ordered = new Map(
    events.map((event) => [`${event.executionId} ${String(event.seq).padStart(10, '0')}`, event.hash]),
  );
  const hashes = [...ordered].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, hash]) => hash);
  const subject = `anchor ${anchor.id}`;
  if (hashes.length !== Number(anchor.events)) {
    report('anchored_events_gone', subject, `${anchor.events} events, now ${hashes.length}`);
  }
  if (sha256Hex([anchor.previousHash, ...hashes].join('|')) !== anchor.hash) {
    report('anchor_differs', subject, 'its events are not those it hashed');
  }
}

/** Archived anchors after one, until their events are too many for one pass, but one at least. */
const ANCHORS_SQL = `
  SELECT id, extract(epoch FROM since)::float8 * 1000 AS "sinceMs", extract(epoch FROM covers_until)::float8 * 1000 AS "untilMs",
    events, previous_hash AS "previousHash", hash
  FROM (
    SELECT *, sum(events) OVER (ORDER BY id) AS total, row_number() OVER (ORDER BY id) AS place FROM (
      SELECT *, lag(covers_until) OVER (ORDER BY id) AS since FROM execution_event_anchors
      WHERE id <= (SELECT max(last_anchor_id) FROM archives WHERE status <> 'writing')) AS archived
    WHERE id > $1) AS counted
  WHERE total <= $2 OR place = 1 ORDER BY id`;

/** Events of archived executions that are being deleted are in the file too, and count once. */
const KEPT_SQL = `
  SELECT e.execution_id AS "executionId", e.seq, extract(epoch FROM e.at)::float8 * 1000 AS "atMs", e.hash
  FROM execution_events AS e
  WHERE e.at >= coalesce((SELECT max(covers_until) FROM execution_event_anchors WHERE id < $1), '-infinity')
    AND e.at < (SELECT covers_until FROM execution_event_anchors WHERE id = $2)`;
