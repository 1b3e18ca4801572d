import type { Api, Bounds } from './api.js';
import type { EventBlock } from './generated/types.js';
import { type HttpRequest, type Limits, toFields } from './http.js';
import { PresageError } from './presage-error.js';

/** Fact of the log of an agent or a market. */
export interface PresageEvent {
  /** Starts at 1 and is contiguous in each log. */
  readonly seq: number;
  readonly id: string;
  /** Such as `execution.executed`. Further types may appear. */
  readonly type: string;
  /** RFC 3339. */
  readonly at: string;
  readonly subject: { readonly kind: string; readonly id: string };
  readonly data: Readonly<Record<string, unknown>>;
  /** Block of the effect, null for an event without one. */
  readonly block: EventBlock | null;
  /** SHA-256 of the canonical JSON (RFC 8785) of the event without `hash`, in hexadecimal. */
  readonly hash: string;
  /** Null for the first event. */
  readonly previous_hash: string | null;
}

/** The log is not continuous: events are missing, or were changed. */
export class GapError extends Error {
  constructor(
    message: string,
    /** The last event that was read in order. */
    readonly afterSeq: number,
  ) {
    super(message);
    this.name = 'GapError';
  }
}

export interface EventQuery {
  /** `seq` of the last event that is known, 0 for all. */
  readonly after?: number | undefined;
  /** `hash` of that event, which the next one must name. */
  readonly afterHash?: string | undefined;
  /** Only these types. Events that are left out cannot be checked for continuity. */
  readonly types?: readonly string[] | undefined;
  /** Whether to wait for further events, by default true. Otherwise the iteration ends at the head. */
  readonly follow?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

type LogPath = Pick<HttpRequest, 'path' | 'pathParameters'>;

/** Maximum wait of one request for an event, seconds. */
const WAIT_S = 25;
const PAGE_SIZE = 50;
/** Time within which the failures of a read at the head are repeated. */
const READ_TIMEOUT_MS = 10_000;

/**
 * Iterates over the events of a log in order, and proves that none is missing or changed.
 * @throws GapError @throws PresageError
 */
export async function* readEvents(api: Api, log: LogPath, query: EventQuery): AsyncGenerator<PresageEvent, void> {
  const { types = [], follow = true, signal } = query;
  let position: Position = { seq: query.after ?? 0, hash: query.afterHash ?? null };
  for (;;) {
    const { events, next_after } = await readPage(api, log, {
      query: {
        after: position.seq,
        limit: PAGE_SIZE,
        ...(types.length > 0 && { types: types.join(',') }),
        ...(follow && { wait: WAIT_S }),
      },
      signal,
    });
    for (const { event, fields } of events) {
      if (types.length === 0) await prove(fields, event, position);
      else if (event.seq <= position.seq) throw new GapError(`Event ${event.seq} is out of order.`, position.seq);
      position = event;
      yield event;
    }
    if (next_after > position.seq) {
      if (types.length === 0) throw new GapError(`The page ends before event ${next_after}.`, position.seq);
      // Past events that the filter of types has left out, whose hashes are not known.
      position = { seq: next_after, hash: null };
    } else if (events.length === 0 && !follow) return;
  }
}

type Position = Pick<PresageEvent, 'seq'> & { readonly hash: string | null };
type Fields = Readonly<Record<string, unknown>>;

async function readPage(
  api: Api,
  log: LogPath,
  { query, signal }: { query: Fields; signal?: AbortSignal | undefined },
): Promise<{ events: { event: PresageEvent; fields: Fields }[]; next_after: number }> {
  const isFollowing = query.wait !== undefined;
  const deadlineMs = isFollowing ? Number.POSITIVE_INFINITY : api.timer.nowMs() + READ_TIMEOUT_MS;
  const bounds: Bounds = { deadlineMs, signal };
  try {
    const send = (limits: Limits) => api.http.send({ method: 'GET', ...log, query, ...limits });
    const { events, next_after } = toFields(await api.repeat(send, bounds));
    const list: unknown[] = Array.isArray(events) ? events : [];
    return {
      events: list.map(toFields).map((fields) => ({ event: parseEvent(fields), fields })),
      next_after: Number(next_after),
    };
  } catch (error) {
    if (!(error instanceof PresageError) || error.code !== 'events_expired') throw error;
    throw new GapError(`${error.message} The oldest event is ${String(error.error.oldest_seq)}.`, Number(query.after));
  }
}

function parseEvent(fields: Fields): PresageEvent {
  const { seq, block, previous_hash } = fields;
  const subject = toFields(fields.subject);
  return {
    seq: Number(seq),
    id: String(fields.id),
    type: String(fields.type),
    at: String(fields.at),
    subject: { kind: String(subject.kind), id: String(subject.id) },
    data: toFields(fields.data),
    block: typeof block === 'object' && block !== null ? parseBlock(toFields(block)) : null,
    hash: String(fields.hash),
    previous_hash: typeof previous_hash === 'string' ? previous_hash : null,
  };
}

function parseBlock({ number, hash }: Fields): EventBlock {
  return { number: Number(number), hash: String(hash) };
}

/** @throws GapError unless the event follows the position and has the hash of its contents */
async function prove({ hash: _hash, ...contents }: Fields, event: PresageEvent, position: Position): Promise<void> {
  const fail = (reason: string): never => {
    throw new GapError(reason, position.seq);
  };
  if (event.seq !== position.seq + 1) fail(`Event ${event.seq} follows event ${position.seq}.`);
  const isFirst = position.seq === 0;
  if ((isFirst || position.hash !== null) && event.previous_hash !== position.hash) {
    fail(`Event ${event.seq} does not continue the event before it.`);
  }
  if (event.hash !== (await sha256(canonicalJson(contents)))) fail(`Event ${event.seq} was changed.`);
}

/** RFC 8785. `JSON.stringify` writes strings and numbers as it requires. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
