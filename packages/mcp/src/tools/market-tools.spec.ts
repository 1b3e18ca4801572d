import { Presage } from '@presage/sdk';
import { findMarkets } from './market-tools.js';

describe('find_markets', () => {
  it('passes over records without a contract', async () => {
    const page = (id: string, onchain: object | null, next_cursor: string | null) => ({
      markets: [{ id, onchain }],
      next_cursor,
    });
    const pages = [page('record', null, 'c1'), page('first', {}, 'c2'), page('second', {}, 'c3')];
    const answer: typeof fetch = () => Promise.resolve(Response.json(pages.shift()));
    const presage = new Presage({ baseUrl: 'http://service', fetch: answer });
    const { signal } = new AbortController();
    const context = { presage, signal, progress: () => undefined };
    const found = await findMarkets.run({ status: 'TRADING_CLOSED', limit: 2 }, context);
    expect(found).toMatchObject({ markets: [{ id: 'first' }, { id: 'second' }] });
  });

  it('ends after 10 pages of 50 records without a contract', async () => {
    const limits: (string | null)[] = [];
    const records: typeof fetch = (input) => {
      limits.push(new URL(input instanceof Request ? input.url : input).searchParams.get('limit'));
      if (limits.length > 10) throw new Error('an 11th page');
      const markets = Array.from({ length: 50 }, () => ({ onchain: null }));
      return Promise.resolve(Response.json({ markets, next_cursor: `c${limits.length}` }));
    };
    const presage = new Presage({ baseUrl: 'http://service', fetch: records });
    const context = { presage, signal: new AbortController().signal, progress: () => undefined };
    expect(await findMarkets.run({ status: 'RESOLVED' }, context)).toEqual({ markets: [] });
    expect(limits).toEqual(Array(10).fill('50'));
  });
});
