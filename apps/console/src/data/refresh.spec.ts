import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/preact-query';
import { refreshReads } from './refresh.js';

describe('refreshReads', () => {
  it('repeats the others once, and a list after the further page that is being read', async () => {
    const client = new QueryClient();
    const reads: string[] = [];
    let endPage = (): void => undefined;
    const list = new InfiniteQueryObserver(client, {
      queryKey: ['list'],
      queryFn: async ({ pageParam }) => {
        reads.push(`page ${pageParam}`);
        if (pageParam === 2 && reads.filter((read) => read === 'page 2').length === 1) {
          await new Promise<void>((resolve) => (endPage = resolve));
        }
        return pageParam;
      },
      initialPageParam: 1,
      getNextPageParam: (last) => last + 1,
    });
    const other = new QueryObserver(client, { queryKey: ['other'], queryFn: () => reads.push('other') });
    const stops = [list.subscribe(() => undefined), other.subscribe(() => undefined)];
    try {
      await Promise.all([list.refetch(), other.refetch()]);
      reads.length = 0;
      const next = list.fetchNextPage();
      await Promise.all([refreshReads(client), refreshReads(client)]);
      expect(reads.filter((read) => read !== 'other')).toEqual(['page 2']);
      const others = reads.length;
      endPage();
      expect((await next).data?.pages).toEqual([1, 2]);
      await client.refetchQueries({ queryKey: ['list'] }, { cancelRefetch: false });
      expect(reads.slice(others)).toEqual(['page 1', 'page 2']);
    } finally {
      stops.forEach((stop) => stop());
      client.clear();
    }
  });
});
