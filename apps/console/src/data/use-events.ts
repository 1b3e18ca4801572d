import type { Query } from '@tanstack/preact-query';
import { useEffect, useState } from 'preact/hooks';
import { GapError, PresageError, type PresageEvent } from '@presage/sdk';
import { type EventLog, type ReadPage, readHead } from './event-log.js';
import { presage, queryClient } from './query-client.js';
import { apiKey } from './session.js';
import { useStore } from './store.js';

/** Events that a page keeps, also those before it was opened. */
const MAX_EVENTS = 50;
const RETRY_DELAY_MS = 2_000;
/** Reads after a burst of events are repeated once. */
const REFRESH_DELAY_MS = 150;
/** Time in ms after which reads are repeated although one of them has not ended. */
const MAX_REFRESH_MS = 2_000;

/**
 * Follows the log of the page's agent or market, and repeats the page's reads after each event.
 * A tab has one such stream, because a browser opens six connections to a host at most.
 * @returns the newest events, newest first
 */
export function useEvents(log: EventLog | null): readonly PresageEvent[] {
  const [events, setEvents] = useState<readonly PresageEvent[]>([]);
  const key = useStore(apiKey);
  const name = log === null ? '' : JSON.stringify(log);
  useEffect(() => {
    setEvents([]);
    if (log === null) return;
    const stream = new AbortController();
    void follow(log, stream.signal, (event) => {
      setEvents((known) => [event, ...known.filter(({ seq }) => seq < event.seq)].slice(0, MAX_EVENTS));
      refreshSoon();
    });
    return () => stream.abort();
  }, [name, key]);
  return events;
}

async function follow(log: EventLog, signal: AbortSignal, onEvent: (event: PresageEvent) => void): Promise<void> {
  let after: number | null = null;
  while (!signal.aborted) {
    try {
      after ??= await startOf(log, signal);
      for await (const event of presage().events({ ...log, after, signal })) {
        after = event.seq;
        onEvent(event);
      }
    } catch (error) {
      if (signal.aborted || isRefusal(error)) return;
      if (error instanceof GapError) after = null;
      refreshSoon();
      await delay(RETRY_DELAY_MS);
    }
  }
}

/** Position before the newest events that are kept. */
async function startOf(log: EventLog, signal: AbortSignal): Promise<number> {
  const { headSeq, oldestSeq } = await readHead(pageReader(log, signal));
  return Math.max(oldestSeq - 1, headSeq - MAX_EVENTS);
}

export function pageReader(log: EventLog, signal: AbortSignal): ReadPage {
  return (query) =>
    'agentId' in log
      ? presage().request('listAgentEvents', { path: { agent_id: log.agentId }, query, signal })
      : presage().request('listMarketEvents', { path: { id: log.marketId }, query, signal });
}

function isRefusal(error: unknown): boolean {
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
    // Repeating a list would drop the further page that is being read, so the next round repeats it.
    isDue = queryClient.isFetching({ predicate: readsNextPage }) > 0;
    const reads = queryClient.invalidateQueries({ predicate: (query) => !readsNextPage(query) });
    await Promise.race([reads, delay(MAX_REFRESH_MS)]);
  }
  isRefreshing = false;
}

function readsNextPage({ state: { fetchStatus, fetchMeta } }: Query): boolean {
  return fetchStatus !== 'idle' && fetchMeta?.fetchMore !== undefined;
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
