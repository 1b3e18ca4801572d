import { useSyncExternalStore } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { PresageError, type PresageEvent } from '@presage/sdk';
import { type EventLog, isGap, type LogHead, PAGE_SIZE, type ReadPage, readHead } from './event-log.js';
import { presage, queryClient } from './query-client.js';
import { refreshReads } from './refresh.js';
import { apiKey } from './session.js';
import { useStore } from './store.js';

/** Events that a page keeps, also those before it was opened. */
const MAX_EVENTS = 50;
/** Maximum wait of one request for an event, in seconds. */
const WAIT_S = 25;
const RETRY_DELAY_MS = 2_000;
/** Reads after a burst of events are repeated once. */
const REFRESH_DELAY_MS = 150;
/** Time in ms after which reads are repeated although one of them has not ended. */
const MAX_REFRESH_MS = 2_000;

/**
 * Follows the log of the page's agent or market, and repeats the page's reads after each event.
 * A tab has one such stream, and none while it is hidden, because a browser opens six connections to a host at most.
 * @returns the newest events, newest first; null until those before the page was opened are read, or cannot be
 */
export function useEvents(log: EventLog | null): readonly PresageEvent[] | null {
  const [events, setEvents] = useState<readonly PresageEvent[] | null>(null);
  const key = useStore(apiKey);
  const isVisible = useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible');
  const name = log === null ? '' : JSON.stringify(log);
  useEffect(() => setEvents(null), [name, key]);
  useEffect(() => {
    if (log === null || !isVisible) return;
    const stream = new AbortController();
    void follow(log, stream.signal, (added) => {
      setEvents((known) => {
        const older = (known ?? []).filter(({ seq }) => added.every((event) => seq < event.seq));
        return [...added.toReversed(), ...older].slice(0, MAX_EVENTS);
      });
      if (added.length > 0) refreshSoon();
    });
    return () => stream.abort();
  }, [name, key, isVisible]);
  return events;
}

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** @param onEvents takes the events before the page was opened together, none if they cannot be read, and then each event */
async function follow(
  log: EventLog,
  signal: AbortSignal,
  onEvents: (events: readonly PresageEvent[]) => void,
): Promise<void> {
  let after: number | null = null;
  let headSeq = 0;
  let older: PresageEvent[] = [];
  while (!signal.aborted) {
    try {
      if (after === null) {
        const head = await readHead(pageReader(log, signal));
        [after, headSeq, older] = [computeStart(head), head.headSeq, []];
        if (after >= headSeq) onEvents([]);
      }
      for await (const event of eventsAfter(after, log, signal)) {
        after = event.seq;
        older.push(event);
        if (after < headSeq) continue;
        onEvents(older);
        older = [];
      }
    } catch (error) {
      if (signal.aborted) return;
      onEvents([]);
      if (isGap(error)) {
        after = null;
        refreshSoon();
      } else if (isRejection(error)) return;
      await delay(RETRY_DELAY_MS);
    }
  }
}

/** Browsers offer the hash function that proves a log to pages of HTTPS or of this machine only. */
function eventsAfter(after: number, log: EventLog, signal: AbortSignal): AsyncIterable<PresageEvent> {
  return isSecureContext ? presage().events({ ...log, after, signal }) : unprovenEvents(after, pageReader(log, signal));
}

async function* unprovenEvents(after: number, readPage: ReadPage): AsyncGenerator<PresageEvent, void> {
  for (let position = after; ;) {
    const { events, next_after } = await readPage({ after: position, limit: PAGE_SIZE, wait: WAIT_S });
    yield* events;
    position = next_after;
  }
}

/** Position before the newest events that are kept. */
function computeStart({ headSeq, oldestSeq }: LogHead): number {
  return Math.max(oldestSeq - 1, headSeq - MAX_EVENTS);
}

export function pageReader(log: EventLog, signal: AbortSignal): ReadPage {
  return (query) =>
    'agentId' in log
      ? presage().request('listAgentEvents', { path: { agent_id: log.agentId }, query, signal })
      : presage().request('listMarketEvents', { path: { id: log.marketId }, query, signal });
}

function isRejection(error: unknown): boolean {
  return error instanceof PresageError && !error.isTransient;
}

let isDue = false;
let isRefreshing = false;

/** Repeats the reads of the page. Events during the reads repeat them after their end: restarting them might go on forever. */
function refreshSoon(): void {
  isDue = true;
  if (!isRefreshing) void refresh();
}

async function refresh(): Promise<void> {
  isRefreshing = true;
  while (isDue) {
    await delay(REFRESH_DELAY_MS);
    isDue = false;
    await Promise.race([refreshReads(queryClient), delay(MAX_REFRESH_MS)]);
  }
  isRefreshing = false;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
