import { expect } from '@jest/globals';
import type { Product } from '../support/product.js';

export function cors({ client: api }: Product): void {
  describe('CORS', () => {
    const preflight = (origin: string) =>
      api.send('/markets', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'prefer' },
      });

    it.each(['http://localhost:3000', 'http://127.0.0.1:5173', 'http://localhost'])('allows %s', async (origin) => {
      const answer = await preflight(origin);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
      expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST');
      expect(answer.headers.get('access-control-allow-headers')).toBe(
        'Content-Type, X-Request-ID, Prefer, traceparent',
      );
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('vary')).toBe('Origin');
      const actual = await api.get('/health', { origin });
      expect(actual.headers.get('access-control-allow-origin')).toBe(origin);
      expect(actual.headers.get('access-control-expose-headers')).toBe(
        'X-Request-ID, Location, Retry-After, RateLimit, RateLimit-Policy',
      );
    });

    it.each([
      'https://evil.example',
      'null',
      'http://localhost.evil.example',
      'https://localhost',
      'http://localhost:3000.evil.example',
      'http://127.0.0.1.evil.example',
    ])('does not allow %s', async (origin) => {
      const answer = await preflight(origin);
      expect(answer.status).toBe(204);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-methods')).toBeNull();
      expect((await api.get('/health', { origin })).headers.get('access-control-allow-origin')).toBeNull();
    });

    it('varies answers by Origin, errors too', async () => {
      expect((await api.get('/health')).headers.get('vary')).toBe('Origin');
      const refused = await api.get('/nothing', { origin: 'http://localhost:3000' });
      expect(refused.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
    });
  });
}
