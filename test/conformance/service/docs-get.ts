import type { Product } from '../support/product.js';

export function docsGet({ client: api }: Product): void {
  describe('GET /docs', () => {
    describe('200', () => {
      it('is a page that loads nothing from another origin', async () => {
        const response = await fetch(`${api.baseUrl}/docs`);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
        expect(response.headers.get('x-request-id')).not.toBeNull();
        expect(await response.text()).toMatch(/^<!doctype html>/);
      });
    });
  });
}
