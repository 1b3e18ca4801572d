import type { Product } from '../support/product.js';

/** The client of these tests compares every other answer with this document. */
export function openapiGet({ client: api }: Product): void {
  describe('GET /openapi.json', () => {
    describe('200', () => {
      it('describes every route, its own included', async () => {
        const response = await fetch(`${api.baseUrl}/openapi.json`);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(await response.json()).toMatchObject({
          openapi: expect.stringMatching(/^3\.1\./),
          paths: { '/markets': { get: {}, post: {} }, '/openapi.json': { get: {} }, '/docs': { get: {} } },
        });
      });
    });
  });
}
