import { Presage } from '@presage/sdk';
import { findMarkets } from './market-tools.js';

describe('find_markets', () => {
  it('passes over records without a contract, however many there are', async () => {
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
});
