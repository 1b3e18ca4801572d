import {
  type InfiniteData,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
} from '@tanstack/preact-query';

type Key = readonly unknown[];
type Options<Page> = UseInfiniteQueryOptions<Page, Error, InfiniteData<Page>, Key, string | undefined>;

export function usePages<Page extends { readonly next_cursor: string | null }>(
  queryKey: Key,
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
  options: Pick<Options<Page>, 'placeholderData' | 'refetchInterval'> = {},
): UseInfiniteQueryResult<InfiniteData<Page>> {
  return useInfiniteQuery<Page, Error, InfiniteData<Page>, Key, string | undefined>({
    ...options,
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}
