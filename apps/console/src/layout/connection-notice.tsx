import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useSyncExternalStore } from 'preact/compat';
import { causeOf, PresageError } from '@presage/sdk';
import { lostSinceMs } from '../data/connection.js';
import { presage, queryClient } from '../data/query-client.js';
import { useStore } from '../data/store.js';

const PROBE_INTERVAL_MS = 4_000;

/** States that the API does not answer, or refuses reads for now. Reads and streams go on by themselves afterwards. */
export function ConnectionNotice(): JSX.Element {
  const sinceMs = useStore(lostSinceMs);
  const failure = useSyncExternalStore(subscribeToReads, repeatedFailure);
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => presage().request('getHealth', { signal }),
    refetchInterval: PROBE_INTERVAL_MS,
  });
  return (
    <div role="status" class="connection">
      {sinceMs !== null ? (
        <p class="notice bad">
          The API has not answered since {new Date(sinceMs).toISOString().slice(11, 19)} UTC. The page shows the last
          state and continues by itself.
        </p>
      ) : (
        failure !== null && (
          <p class="notice bad">
            <code>{failure.code}</code> {causeOf(failure.message)} The page shows the last state and repeats the read by
            itself.
          </p>
        )
      )}
    </div>
  );
}

function subscribeToReads(listener: () => void): () => void {
  return queryClient.getQueryCache().subscribe(listener);
}

/** Error of a read that is being repeated. Null without one. */
function repeatedFailure(): PresageError | null {
  const failing = queryClient.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' });
  const errors = failing.map(({ state }) => state.fetchFailureReason);
  return errors.find((error) => error instanceof PresageError) ?? null;
}
