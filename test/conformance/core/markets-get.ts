import { createMarket } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import { MALFORMED_IDS, UNKNOWN_ID } from '../support/ids.js';
import type { Product } from '../support/product.js';

export function marketsGet({ client: api }: Product): void {
  describe('GET /markets/{id}', () => {
    describe('200', () => {
      it('returns the market', async () => {
        const market = await createMarket(api, { title: 'Is it read?' });
        expect(await api.get(`/markets/${market.id}`)).toMatchObject({ status: 200, body: { market } });
      });

      it('accepts an id in upper case', async () => {
        const market = await createMarket(api);
        expect((await api.get(`/markets/${market.id.toUpperCase()}`)).body.market.id).toBe(market.id);
      });

      it('ignores parameters', async () => {
        const market = await createMarket(api);
        expect((await api.get(`/markets/${market.id}?fields=all`)).status).toBe(200);
      });
    });

    describe('404 market_not_found', () => {
      it('refuses an unknown id', async () => {
        expectError(await api.get(`/markets/${UNKNOWN_ID}`), 404, 'market_not_found');
      });

      it.each([...MALFORMED_IDS, 'a'.repeat(5_000)])('refuses %s', async (id) => {
        expectError(await api.get(`/markets/${id}`), 404, 'market_not_found');
      });
    });
  });
}
