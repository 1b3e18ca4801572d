import { isDescending, linkHeader, type PageQuery, parsePage, takePage } from './paging.js';

const A = '00000000-0000-5000-8000-00000000000a';
const PAGE_URL = new URL('http://127.0.0.1:4010/v1/w3s/wallets?pageSize=2&pageAfter=x&refId=r');
const items = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe('parsePage', () => {
  it('defaults to ten items, newest first', () => {
    expect(parsePage({})).toEqual({ size: 10, fromMs: -Infinity, toMs: Infinity, newestFirst: true });
  });

  it('refuses both cursors', () => {
    expect(() => parsePage({ pageBefore: A, pageAfter: A })).toThrow('API parameter invalid');
  });
});

describe('isDescending', () => {
  it.each<[PageQuery, boolean]>([
    [{ pageAfter: A }, true],
    [{ pageBefore: A }, false],
    [{ pageBefore: A, order: 'ASC' }, true],
  ])('for %j is %s', (query, descending) => {
    expect(isDescending(parsePage(query))).toBe(descending);
  });
});

describe('takePage', () => {
  const source = items('1', '2', '3');

  it.each<[PageQuery, object]>([
    [{ pageSize: '2' }, { items: items('1', '2'), hasPrevious: false, hasNext: true }],
    [
      { pageSize: '3', pageAfter: A },
      { items: source, hasPrevious: true, hasNext: false },
    ],
    [
      { pageSize: '2', pageBefore: A },
      { items: items('2', '1'), hasPrevious: true, hasNext: true },
    ],
  ])('for %j knows the neighbours', async (query, page) => {
    expect(await takePage(source, parsePage(query))).toEqual(page);
  });
});

describe('linkHeader', () => {
  it('links to the neighbours with all other parameters', () => {
    expect(linkHeader(PAGE_URL, { items: items('1', '2'), hasPrevious: true, hasNext: true })).toEqual({
      link:
        '<http://127.0.0.1:4010/v1/w3s/wallets?pageSize=2&refId=r&pageBefore=1>; rel="prev", ' +
        '<http://127.0.0.1:4010/v1/w3s/wallets?pageSize=2&refId=r&pageAfter=2>; rel="next"',
    });
  });

  it('is empty for an empty page', () => {
    expect(linkHeader(PAGE_URL, { items: [], hasPrevious: true, hasNext: false })).toEqual({});
  });
});
