import { expectError } from './support/client.js';
import { createMarket } from './support/bodies.js';
import { MALFORMED_IDS, UNKNOWN_ID, useTarget } from './support/target.js';

describe('GET /markets/{market_id}/resolution', () => {
  const api = useTarget();

  describe('404 resolution_not_found', () => {
    it('says so of a market that is not resolved', async () => {
      const market = await createMarket(api);
      expectError(await api.get(`/markets/${market.id}/resolution`), 404, 'resolution_not_found');
    });

    it.each([UNKNOWN_ID, ...MALFORMED_IDS])('says so of %s', async (id) => {
      expectError(await api.get(`/markets/${id}/resolution`), 404, 'resolution_not_found');
    });
  });
});
