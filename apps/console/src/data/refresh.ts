import type { Query, QueryClient } from '@tanstack/preact-query';

/** Lists that are repeated once their further page is there. */
const deferred = new Set<Query>();

/**
 * Repeats the reads of the page. Repeating a list would drop the further page that is being read, so such a list is repeated later.
 * @returns once the reads have ended, without the deferred ones
 */
export function refreshReads(client: QueryClient): Promise<void> {
  for (const list of client.getQueryCache().findAll({ predicate: readsNextPage })) repeatAfterPage(client, list);
  return client.invalidateQueries({ predicate: (query) => !readsNextPage(query) });
}

function repeatAfterPage(client: QueryClient, list: Query): void {
  if (deferred.has(list)) return;
  deferred.add(list);
  const unsubscribe = client.getQueryCache().subscribe(() => {
    if (readsNextPage(list)) return;
    unsubscribe();
    deferred.delete(list);
    void client.invalidateQueries({ queryKey: list.queryKey, exact: true });
  });
}

function readsNextPage({ state: { fetchStatus, fetchMeta } }: Query): boolean {
  return fetchStatus !== 'idle' && fetchMeta?.fetchMore !== undefined;
}
