import { expect } from '@jest/globals';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';

const FRONT_END = 'https://app.example.com';

describe('CORS in production', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ NODE_ENV: 'production', CORS_ALLOWED_ORIGINS: [FRONT_END] });
  });

  afterAll(async () => {
    await api.stop();
  });

  async function allowedOriginFor(origin: string): Promise<string | null> {
    const preflight = await fetch(`${api.url}/markets`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    const actual = await fetch(`${api.url}/health`, { headers: { origin } });
    const [first, second] = [preflight, actual].map(({ headers }) => headers.get('access-control-allow-origin'));
    expect(first).toBe(second);
    return second ?? null;
  }

  it('allows a listed origin', async () => {
    expect(await allowedOriginFor(FRONT_END)).toBe(FRONT_END);
  });

  it.each([
    'http://localhost:3000',
    'http://127.0.0.1',
    `${FRONT_END}.evil.example`,
    'http://app.example.com',
    `${FRONT_END}:8443`,
  ])('refuses %s', async (origin) => {
    expect(await allowedOriginFor(origin)).toBeNull();
  });
});
