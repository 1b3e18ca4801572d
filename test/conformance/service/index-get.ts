import type { Product } from '../support/product.js';

export function indexGet({ client: api }: Product): void {
  describe('GET /', () => {
    it('200 with the index for programs', async () => {
      expect(await api.get('/')).toMatchObject({
        status: 200,
        body: { docs: '/docs', openapi: '/openapi.json', llms: '/llms.txt' },
      });
    });

    it('302 to the reference page for browsers', async () => {
      const response = await fetch(api.baseUrl, { headers: { accept: 'text/html' }, redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([302, '/docs']);
    });
  });
}
