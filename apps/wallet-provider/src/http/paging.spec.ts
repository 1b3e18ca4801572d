import { isDescending, linkHeader, parsePage, takePage } from './paging.js';

const A = '00000000-0000-5000-8000-00000000000a';
const URL_OF_PAGE = new URL('http://127.0.0.1:4010/v1/w3s/wallets?pageSize=2&pageAfter=x&refId=r');
const items = (...ids: readonly string[]) => ids.map((id) => ({ id }));

describe('paging', () => {
  it('has ten newest first without being asked', () => {
    expect(parsePage({})).toEqual({ size: 10, fromMs: -Infinity, toMs: Infinity, keysetPage: true });
  });

  it.each([
    { pageSize: '0' },
    { pageSize: '51' },
    { pageSize: 'x' },
    { pageAfter: 'x' },
    { order: 'UP' },
    { from: 'x' },
    { pageBefore: A, pageAfter: A },
  ])('refuses %j', (query) => {
    expect(() => parsePage(query as object as Record<string, string>)).toThrow('API parameter invalid');
  });

  it('walks against the order to a page before the cursor', () => {
    expect(
      [{ pageAfter: A }, { pageBefore: A }, { pageBefore: A, order: 'ASC' }].map((query) =>
        isDescending(parsePage(query as object as Record<string, string>)),
      ),
    ).toEqual([true, false, true]);
  });

  it('knows its neighbours', async () => {
    const source = items('1', '2', '3');
    expect(await takePage(source, parsePage({ pageSize: '2' }))).toEqual({
      items: items('1', '2'),
      hasPrevious: false,
      hasNext: true,
    });
    expect(await takePage(source, parsePage({ pageSize: '3', pageAfter: A }))).toEqual({
      items: source,
      hasPrevious: true,
      hasNext: false,
    });
    expect(await takePage(source, parsePage({ pageSize: '2', pageBefore: A }))).toEqual({
      items: items('2', '1'),
      hasPrevious: true,
      hasNext: true,
    });
  });

  it('links to them with everything else that was asked', () => {
    expect(linkHeader(URL_OF_PAGE, { items: items('1', '2'), hasPrevious: true, hasNext: true })).toEqual({
      link:
        '<http://127.0.0.1:4010/v1/w3s/wallets?pageSize=2&refId=r&pageBefore=1>; rel="prev", ' +
        '<http://127.0.0.1:4010/v1/w3s/wallets?pageSize=2&refId=r&pageAfter=2>; rel="next"',
    });
    expect(linkHeader(URL_OF_PAGE, { items: [], hasPrevious: true, hasNext: false })).toEqual({});
  });
});
