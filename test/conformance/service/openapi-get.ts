import type { Product } from '../support/product.js';

/** That every other answer is as it says is judged with each of them. */
export function openapiGet({ client: api }: Product): void {
  describe('GET /openapi.json', () => {
    describe('200', () => {
      it('describes the service, itself included', async () => {
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
