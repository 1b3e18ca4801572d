import { type EventsResponse, GapError, type PresageEvent, PresageError, type RequestOf } from '@presage/sdk';

export type EventLog = { readonly agentId: string } | { readonly marketId: string };

type Query = NonNullable<RequestOf<'listMarketEvents'>[0]['query']>;

export interface EventPage extends Pick<EventsResponse, 'next_after' | 'head_seq'> {
  readonly events: readonly PresageEvent[];
}

/** Reads one page of events after a position. @throws PresageError */
export type ReadPage = (query: Query) => Promise<EventPage>;

export interface LogHead {
  readonly headSeq: number;
  /** Seq of the oldest event that is not deleted. */
  readonly oldestSeq: number;
}

export interface EventWindow {
  /** In order. */
  readonly events: readonly PresageEvent[];
  /** Whether older events exist that were not read. */
  readonly hasOlder: boolean;
  /** Whether the window begins where older events are deleted. */
  readonly isCut: boolean;
}

export const PAGE_SIZE = 50;

/** Beginning of the detail that an `invalid_query` has when a restored log ends before the position. */
const BEYOND_HEAD = 'after is beyond the last event';

/** Whether events after the position are deleted, or the log no longer has the position: reading starts at its head again. */
export function isGap(error: unknown): boolean {
  if (error instanceof GapError || expiredUntil(error) !== null) return true;
  return error instanceof PresageError && error.details.some((detail) => detail.startsWith(BEYOND_HEAD));
}

/** Reads the bounds of a log, of which the oldest events may be deleted, also meanwhile. @throws PresageError */
export async function readHead(readPage: ReadPage): Promise<LogHead> {
  for (let oldestSeq = 1; ;) {
    try {
      return { headSeq: (await readPage({ limit: 1, after: oldestSeq - 1 })).head_seq, oldestSeq };
    } catch (error) {
      const next = expiredUntil(error);
      if (next === null || next <= oldestSeq) throw error;
      oldestSeq = next;
    }
  }
}

/** Reads the events of these types among the newest `size` events of a log. @throws PresageError */
export async function readWindow(
  readPage: ReadPage,
  { size, types }: { readonly size: number; readonly types: readonly string[] },
): Promise<EventWindow> {
  for (;;) {
    const { headSeq, oldestSeq } = await readHead(readPage);
    const first = Math.max(oldestSeq, headSeq - size + 1);
    const events: PresageEvent[] = [];
    try {
      for (let after = first - 1; after < headSeq;) {
        const page = await readPage({ after, limit: PAGE_SIZE, types: types.join(',') });
        events.push(...page.events);
        after = page.next_after;
      }
      return { events, hasOlder: first > oldestSeq, isCut: first === oldestSeq && oldestSeq > 1 };
    } catch (error) {
      if (expiredUntil(error) === null) throw error; // events that were there are deleted
    }
  }
}

/** Seq of the oldest event that is left, null for any other error. */
function expiredUntil(error: unknown): number | null {
  return error instanceof PresageError && error.code === 'events_expired' ? Number(error.error.oldest_seq) : null;
}
