import type { Product } from '../support/product.js';

export function health({ client: api }: Product): void {
  describe('GET /health', () => {
    describe('200', () => {
      it('answers ok', async () => {
        expect(await api.get('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
      });

      it('ignores unknown parameters', async () => {
        expect((await api.get('/health?verbose=1')).status).toBe(200);
      });
    });
  });
}
