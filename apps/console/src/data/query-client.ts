import { QueryClient } from '@tanstack/preact-query';
import { Presage, PresageError } from '@presage/sdk';
import { lostSinceMs, observedFetch } from './connection.js';
import { refreshReads } from './refresh.js';
import { apiKey } from './session.js';

const MIN_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 5_000;

/** Cache of all reads. A read that fails is repeated until the service answers or refuses. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always', // a browser without a network reaches a service on the same machine
      refetchOnWindowFocus: false,
      retry: (_count, error) => error instanceof PresageError && error.isTransient,
      retryDelay: (count, error) => {
        const askedForMs = error instanceof PresageError ? (error.retryAfterMs ?? 0) : 0;
        return Math.max(askedForMs, Math.min(MIN_RETRY_DELAY_MS * 2 ** count, MAX_RETRY_DELAY_MS));
      },
    },
    mutations: { networkMode: 'always' },
  },
});

let client: Presage | null = null;

/** Returns the SDK's client with the key of this tab. */
export function presage(): Presage {
  client ??= new Presage({
    baseUrl: location.origin,
    apiKey: apiKey.get() ?? undefined,
    fetch: observedFetch,
  });
  return client;
}

apiKey.subscribe(() => {
  client = null;
  void queryClient.resetQueries();
});

// Catches up after an outage.
lostSinceMs.subscribe(() => {
  if (lostSinceMs.get() === null) void refreshReads(queryClient);
});
