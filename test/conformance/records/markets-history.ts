import { createMarket } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';
import type { SettledMarket } from '../support/settled-market.js';
import { MALFORMED_IDS, UNKNOWN_ID } from '../support/ids.js';

export function marketsHistory({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('GET /markets/{id}/history', () => {
    const history = (id: string, query = '') => api.get(`/markets/${id}/history${query}`);

    describe('200', () => {
      it('counts every buy in a candle', async () => {
        const { record } = await settled();
        const { status, body } = await history(record.id, '?interval=1d');
        expect(status).toBe(200);
        expect(body.history).toMatchObject({ market_id: record.id, interval: '1d' });
        const { candles } = body.history;
        expect(candles.reduce((sum, { trades }) => sum + trades, 0)).toBe(3);
        expect(candles.reduce((sum, { volume }) => sum + Number(volume), 0)).toBe(60);
        expect(candles[0]?.close).toBe('0.5');
      });

      it('is empty for a record without a contract', async () => {
        const { body } = await history((await createMarket(api)).id);
        expect(body).toMatchObject({ history: { interval: '1h', candles: [] }, next_cursor: null });
      });
    });

    describe('400 invalid_query', () => {
      it.each(['interval=1w', 'from=yesterday', 'limit=0', 'cursor=abc', 'page=2'])('refuses ?%s', async (query) => {
        expectError(await history((await settled()).record.id, `?${query}`), 400, 'invalid_query');
      });
    });

    describe('404 market_not_found', () => {
      it.each([UNKNOWN_ID, ...MALFORMED_IDS])('refuses %s', async (id) => {
        expectError(await history(id), 404, 'market_not_found');
      });
    });
  });
}
