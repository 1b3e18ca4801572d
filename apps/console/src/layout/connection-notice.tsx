import { queryOptions, useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { useSyncExternalStore } from 'preact/compat';
import { extractCause, PresageError } from '@presage/sdk';
import { lostSinceMs } from '../data/connection.js';
import { presage, queryClient } from '../data/query-client.js';
import { useStore } from '../data/store.js';

const PROBE_INTERVAL_MS = 4_000;

export const HEALTH_QUERY = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => presage().request('getHealth', { signal }),
  refetchInterval: PROBE_INTERVAL_MS,
});

/** States that the API does not answer or refuses reads, so that the page is no longer current. */
export function ConnectionNotice(): JSX.Element {
  const sinceMs = useStore(lostSinceMs);
  const failure = useSyncExternalStore(subscribeToReads, failureOfReads);
  useQuery(HEALTH_QUERY);
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
            <code>{failure.code}</code> {extractCause(failure.message)}{' '}
            {failure.isTransient
              ? 'The page shows the last state and repeats the read by itself.'
              : 'The page shows the last state.'}
          </p>
        )
      )}
    </div>
  );
}

function subscribeToReads(listener: () => void): () => void {
  return queryClient.getQueryCache().subscribe(listener);
}

/** Error of a read that is being repeated, or whose earlier answer the page still shows. Null without one. */
function failureOfReads(): PresageError | null {
  const reads = queryClient.getQueryCache().findAll({ type: 'active' });
  const errors = reads.flatMap(({ state: { data, error, fetchStatus, fetchFailureReason } }) => [
    data === undefined ? null : error,
    fetchStatus === 'fetching' ? fetchFailureReason : null,
  ]);
  return errors.find((error) => error instanceof PresageError) ?? null;
}
