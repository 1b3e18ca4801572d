import { expect } from '@jest/globals';
import type { Product } from '../support/product.js';

export function accountGet({ client: api }: Product): void {
  describe('GET /account', () => {
    it('200 with the limits of the service', async () => {
      const { status, body } = await api.get('/account');
      expect(status).toBe(200);
      expect(body.account).toMatchObject({
        limits: { queued_executions: expect.any(Number), passcodes_per_hour: 5 },
        budgets: expect.any(Array),
      });
    });
  });
}
