import type { Product } from '../support/product.js';

export function readyz({ client: api }: Product): void {
  describe('GET /readyz', () => {
    describe('200', () => {
      it('answers ok while the database is available', async () => {
        expect(await api.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ok' } });
      });
    });
  });
}
