import { expect } from '@jest/globals';
import type { Product } from '../support/product.js';

export function schemaValidate({ client: api }: Product): void {
  describe('GET /schema/validate', () => {
    describe('200', () => {
      it('reports the migrated schema', async () => {
        const { status, body } = await api.get('/schema/validate');
        expect(status).toBe(200);
        expect(body).toEqual({ status: 'ok', migration_version: expect.any(Number), dirty: false, missing_tables: [] });
        expect(Number.isInteger(body.migration_version) && body.migration_version > 0).toBe(true);
      });
    });
  });
}
