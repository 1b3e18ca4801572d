import { createMarket, ISO_TIMESTAMP, LOWER_CASE_UUID } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';
import { EVIDENCE, type SettledMarket } from '../support/settled-market.js';
import { MALFORMED_IDS, UNKNOWN_ID } from '../support/ids.js';

export function marketsResolution({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('GET /markets/{market_id}/resolution', () => {
    describe('200', () => {
      it('shows the outcome with its transaction, and the evidence of its resolver', async () => {
        const { record, answers } = await settled();
        const { status, body } = await api.get(`/markets/${record.id}/resolution`);
        expect(status).toBe(200);
        expect(body.resolution).toEqual({
          id: LOWER_CASE_UUID,
          market_id: record.id,
          winning_outcome: 'YES',
          status: 'RESOLVED',
          resolver_type: 'manual',
          evidence_reference: answers.resolve.body.execution.transaction_hash,
          evidence: EVIDENCE,
          due_at: new Date(Date.parse(String(record.closes_at)) + 86_400_000).toISOString(),
          overdue: false,
          resolved_at: ISO_TIMESTAMP,
          created_at: ISO_TIMESTAMP,
          updated_at: ISO_TIMESTAMP,
        });
      });
    });

    describe('404 resolution_not_found', () => {
      it('refuses a market that is not resolved', async () => {
        const market = await createMarket(api);
        const answer = await api.get(`/markets/${market.id}/resolution`);
        expectError(answer, 404, 'resolution_not_found', ['due_at', 'overdue']);
        expect(answer.body.error).toMatchObject({ due_at: null, overdue: null });
      });

      it.each([UNKNOWN_ID, ...MALFORMED_IDS])('refuses %s', async (id) => {
        expectError(await api.get(`/markets/${id}/resolution`), 404, 'resolution_not_found');
      });
    });
  });
}
