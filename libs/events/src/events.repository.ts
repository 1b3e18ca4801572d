import { Inject, Injectable } from '@nestjs/common';
import { Database, selectColumns, type SqlSession } from '@app/persistence';
import { LoggedEventEntity } from './logged-event.entity.js';
import { type EventRow, toWireEvent, type WireEvent } from './wire-event.js';

/** Events that a read examines at most, so that a filter which nothing fits does not scan a whole log. */
const MAX_EXAMINED = 10_000;

/** Select list of an `EventRow` from `logged_events AS e`. */
export const EVENT_COLUMNS = `${selectColumns(LoggedEventEntity, { table: 'e', omit: ['log', 'logIndex', 'undoes'] })},
  ${selectHash('e.log', 'e.seq - 1')} AS "previousHash"`;

export interface EventRange {
  log: string;
  /** Seq after which to read. */
  after: number;
  /** Types to read; null for all. */
  types: readonly string[] | null;
  limit: number;
}

export interface EventPage {
  events: readonly WireEvent[];
  /** Seq up to which the page covers the log. */
  nextAfter: number;
  /** Seq of the last event; 0 without events. */
  headSeq: number;
  /** Hash of the last event; null without events. */
  headHash: string | null;
  /** Seq of the oldest event that is not deleted. */
  oldestSeq: number;
}

export interface LogPosition {
  log: string;
  seq: number;
}

export interface LogHead extends LogPosition {
  /** Null without events. */
  hash: string | null;
}

/** Events of one log in the order of their seq. */
export interface LogEvents {
  log: string;
  events: readonly WireEvent[];
}

type PageRow = Pick<EventPage, 'headSeq' | 'headHash' | 'oldestSeq'> & (EventRow | { seq: null });

/** Reads event logs. Every statement sees one snapshot, in which a log has no gap. */
@Injectable()
export class EventsRepository {
  constructor(@Inject(Database) private readonly sql: SqlSession) {}

  /** Reads a page. A log that does not exist is empty. */
  async readPage({ log, after, types, limit }: EventRange): Promise<EventPage> {
    const rows = await this.sql.query<PageRow>(
      `SELECT l.head_seq::float8 AS "headSeq", ${selectHash('l.log', 'l.head_seq')} AS "headHash", l.oldest_seq::float8 AS "oldestSeq", page.*
       FROM event_logs AS l LEFT JOIN LATERAL (
         SELECT ${EVENT_COLUMNS} FROM logged_events AS e
         WHERE e.log = l.log AND e.seq > $2::bigint AND e.seq <= $2::bigint + ${MAX_EXAMINED}
           AND ($3::text[] IS NULL OR e.type = ANY ($3::text[]))
         ORDER BY e.seq LIMIT $4) AS page ON true
       WHERE l.log = $1 ORDER BY page.seq::bigint`,
      [log, after, types, limit],
    );
    const { headSeq, headHash, oldestSeq } = rows[0] ?? { headSeq: 0, headHash: null, oldestSeq: 1 };
    const events = rows.flatMap((row) => (row.seq === null ? [] : [toWireEvent(row)]));
    const examined = events.length === limit ? events.at(-1)?.seq : undefined;
    return {
      events,
      nextAfter: examined ?? Math.max(after, Math.min(after + MAX_EXAMINED, headSeq)),
      headSeq,
      headHash,
      oldestSeq,
    };
  }

  /** Reads up to `limit` events of each log after the position. Logs without such events are left out. */
  async readAfter(positions: readonly LogPosition[], limit: number): Promise<LogEvents[]> {
    const rows = await this.sql.query<EventRow & { log: string }>(
      `SELECT given.log, page.* FROM unnest($1::text[], $2::bigint[]) AS given (log, after) CROSS JOIN LATERAL (
         SELECT ${EVENT_COLUMNS} FROM logged_events AS e WHERE e.log = given.log AND e.seq > given.after
         ORDER BY e.seq LIMIT $3) AS page`,
      [positions.map(({ log }) => log), positions.map(({ seq }) => String(seq)), limit],
    );
    const byLog = new Map<string, WireEvent[]>();
    for (const { log, ...row } of rows) {
      const events = byLog.get(log) ?? [];
      byLog.set(log, events);
      events.push(toWireEvent(row));
    }
    return [...byLog].map(([log, events]) => ({ log, events: events.toSorted((one, other) => one.seq - other.seq) }));
  }

  async listHeads(logs: readonly string[]): Promise<LogHead[]> {
    return this.sql.query<LogHead>(
      `SELECT log, head_seq::float8 AS seq, ${selectHash('l.log', 'l.head_seq')} AS hash
       FROM event_logs AS l WHERE log = ANY ($1::text[])`,
      [logs],
    );
  }

  /** Deletes the oldest events of at least this age. The log keeps the hash of the last one. @returns their number */
  async deleteExpired(minAgeDays: number, limit: number): Promise<number> {
    const row = await this.sql.queryOneOrFail<{ deleted: number }>(
      'SELECT expire_events($1::integer, $2::integer)::float8 AS deleted',
      [minAgeDays, limit],
    );
    return row.deleted;
  }
}

/** SQL: hash of an event that is in its log or expired last; else null. @param log @param seq SQL expressions */
function selectHash(log: string, seq: string): string {
  return `coalesce((SELECT hash FROM logged_events AS one WHERE one.log = ${log} AND one.seq = ${seq}),
    (SELECT expired_hash FROM event_logs AS one WHERE one.log = ${log} AND one.oldest_seq = ${seq} + 1))`;
}
