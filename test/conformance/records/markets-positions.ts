import { ISO_TIMESTAMP, LOWER_CASE_UUID } from '../support/bodies.js';
import { behavesAsOwnedList } from '../support/owned-list.js';
import type { Product } from '../support/product.js';
import type { SettledMarket } from '../support/settled-market.js';

export function marketsPositions({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('GET /markets/{market_id}/positions', () => {
    behavesAsOwnedList(api, '/markets', 'positions');

    describe('200', () => {
      it('lists stakes by user and outcome', async () => {
        const { record } = await settled();
        const { status, body } = await api.get(`/markets/${record.id}/positions`);
        expect(status).toBe(200);
        expect(
          body.positions.map(({ outcome, quantity }) => `${String(outcome)} ${String(quantity)}`).toSorted(),
        ).toEqual(['NO 30', 'YES 10', 'YES 20']);
        expect(new Set(body.positions.map(({ user_id }) => user_id)).size).toBe(3);
        expect(body.positions).toContainEqual({
          id: LOWER_CASE_UUID,
          user_id: LOWER_CASE_UUID,
          market_id: record.id,
          outcome: 'NO',
          quantity: '30',
          average_entry_price: expect.stringMatching(/^(0\.\d+|1)$/),
          realized_pnl: '-30',
          created_at: ISO_TIMESTAMP,
          updated_at: ISO_TIMESTAMP,
        });
      });

      it('pages through all rows once', async () => {
        const { record } = await settled();
        const ids: string[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const { body } = await api.get(`/markets/${record.id}/positions?limit=2${cursor && `&cursor=${cursor}`}`);
          ids.push(...body.positions.map(({ id }) => id));
          cursor = body.next_cursor;
        }
        expect([ids.length, new Set(ids).size]).toEqual([3, 3]);
      });
    });
  });
}
