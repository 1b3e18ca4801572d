import { useQuery } from '@tanstack/preact-query';
import type { JSX } from 'preact';
import { lostSinceMs } from '../data/connection.js';
import { presage } from '../data/query-client.js';
import { useStore } from '../data/store.js';

const PROBE_INTERVAL_MS = 4_000;

/** States that the API does not answer. Reads and streams go on by themselves when it answers again. */
export function ConnectionNotice(): JSX.Element {
  const sinceMs = useStore(lostSinceMs);
  useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => presage().request('getHealth', { signal }),
    refetchInterval: PROBE_INTERVAL_MS,
  });
  return (
    <div role="status" class="connection">
      {sinceMs !== null && (
        <p class="notice bad">
          The API has not answered since {new Date(sinceMs).toISOString().slice(11, 19)} UTC. The page shows the last
          state and continues by itself.
        </p>
      )}
    </div>
  );
}
