import { ISO_TIMESTAMP, LOWER_CASE_UUID } from '../support/bodies.js';
import { behavesAsOwnedList } from '../support/owned-list.js';
import type { Product } from '../support/product.js';
import type { SettledMarket } from '../support/settled-market.js';

export function marketsSettlements({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('GET /markets/{market_id}/settlements', () => {
    behavesAsOwnedList(api, '/markets', 'settlements');

    describe('200', () => {
      it('lists the payouts of the winners, settled once claimed and pending before', async () => {
        const { record, answers } = await settled();
        const { resolution } = (await api.get(`/markets/${record.id}/resolution`)).body;
        const { status, body } = await api.get(`/markets/${record.id}/settlements`);
        expect(status).toBe(200);
        const shared = {
          id: LOWER_CASE_UUID,
          market_id: record.id,
          user_id: LOWER_CASE_UUID,
          resolution_id: resolution.id,
          outcome: 'YES',
          created_at: ISO_TIMESTAMP,
          updated_at: ISO_TIMESTAMP,
        };
        expect(body.settlements).toHaveLength(2);
        expect(body.settlements).toContainEqual({
          ...shared,
          user_id: record.creator_user_id,
          amount: '20',
          status: 'SETTLED',
          tx_hash: answers.claim.body.execution.transaction_hash,
          settled_at: ISO_TIMESTAMP,
        });
        expect(body.settlements).toContainEqual({
          ...shared,
          amount: '40',
          status: 'PENDING',
          tx_hash: null,
          settled_at: null,
        });
      });
    });
  });
}
