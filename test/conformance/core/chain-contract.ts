import { expect } from '@jest/globals';
import type { Product } from '../support/product.js';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

export function chainContract({ client: api }: Product): void {
  describe('GET /chain/contract', () => {
    describe('200', () => {
      it('returns the contract metadata', async () => {
        const { status, body } = await api.get('/chain/contract');
        expect(status).toBe(200);
        expect(body).toEqual({
          network: expect.any(String),
          chain_id: expect.any(Number),
          prediction_market: expect.stringMatching(ADDRESS),
          collateral_erc20_interface: expect.stringMatching(ADDRESS),
          explorer: expect.any(String),
          prototype: expect.any(Boolean),
          production_approved: expect.any(Boolean),
          status: expect.any(String),
        });
        expect(Number.isInteger(body.chain_id)).toBe(true);
      });
    });
  });
}
