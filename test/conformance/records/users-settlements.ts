import { behavesAsOwnedList } from '../support/owned-list.js';
import type { Product } from '../support/product.js';
import type { SettledMarket } from '../support/settled-market.js';

export function usersSettlements({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('GET /users/{user_id}/settlements', () => {
    behavesAsOwnedList(api, '/users', 'settlements');

    describe('200', () => {
      it('lists the payouts of a user', async () => {
        const { record, answers } = await settled();
        const { status, body } = await api.get(`/users/${String(record.creator_user_id)}/settlements`);
        expect(status).toBe(200);
        expect(body.settlements).toEqual([
          expect.objectContaining({
            market_id: record.id,
            amount: '20',
            status: 'SETTLED',
            tx_hash: answers.claim.body.execution.transaction_hash,
          }),
        ]);
      });
    });
  });
}
