interface PageQuery<Page> {
  readonly queryFn: (context: {
    readonly pageParam: string | undefined;
    readonly signal: AbortSignal;
  }) => Promise<Page>;
  readonly initialPageParam: string | undefined;
  readonly getNextPageParam: (page: Page) => string | undefined;
}

/** Options of `useInfiniteQuery` for a list, which is read page by page. */
export function pagesOf<Page extends { readonly next_cursor: string | null }>(
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>,
): PageQuery<Page> {
  return {
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  };
}
