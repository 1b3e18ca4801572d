import { type PageQuery, takePage } from './paging.js';

const items = (...ids: readonly string[]) => ids.map((id, index) => ({ id, createDateMs: index * 1_000 }));
const source = { items: items('1', '2', '3'), matches: () => true, unknownCursor: 'walletNotFound' } as const;

describe('takePage', () => {
  it.each<[PageQuery, { ids: string[]; hasPrevious: boolean; hasNext: boolean }]>([
    [{}, { ids: ['3', '2', '1'], hasPrevious: false, hasNext: false }],
    [{ order: 'ASC' }, { ids: ['1', '2', '3'], hasPrevious: false, hasNext: false }],
    [{ pageSize: '2' }, { ids: ['3', '2'], hasPrevious: false, hasNext: true }],
    [
      { pageSize: '2', pageAfter: '3' },
      { ids: ['2', '1'], hasPrevious: true, hasNext: false },
    ],
    [
      { pageSize: '1', pageBefore: '1' },
      { ids: ['2'], hasPrevious: true, hasNext: true },
    ],
    [
      { pageBefore: '3', order: 'ASC' },
      { ids: ['1', '2'], hasPrevious: false, hasNext: true },
    ],
    [
      { from: '1970-01-01T00:00:01Z', to: '1970-01-01T00:00:01Z' },
      { ids: ['2'], hasPrevious: false, hasNext: false },
    ],
  ])('for %j takes the items and knows the neighbours', (query, { ids, ...neighbours }) => {
    const page = takePage(source, query);
    expect({ ...page, items: page.items.map(({ id }) => id) }).toEqual({ items: ids, ...neighbours });
  });

  it('refuses both cursors', () => {
    expect(() => takePage(source, { pageBefore: '1', pageAfter: '1' })).toThrow('API parameter invalid');
  });

  it('refuses an unknown cursor', () => {
    expect(() => takePage(source, { pageAfter: '4' })).toThrow('Cannot find target wallet in the system.');
  });
});
