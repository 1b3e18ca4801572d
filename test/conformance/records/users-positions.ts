import { behavesAsOwnedList } from '../support/owned-list.js';
import type { Product } from '../support/product.js';
import type { SettledMarket } from '../support/settled-market.js';

export function usersPositions({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('GET /users/{user_id}/positions', () => {
    behavesAsOwnedList(api, '/users', 'positions');

    describe('200', () => {
      it('lists the stakes and profit of a user', async () => {
        const { record } = await settled();
        const { status, body } = await api.get(`/users/${String(record.creator_user_id)}/positions`);
        expect(status).toBe(200);
        expect(body.positions).toEqual([
          expect.objectContaining({ market_id: record.id, outcome: 'YES', quantity: '10', realized_pnl: '10' }),
        ]);
      });
    });
  });
}
