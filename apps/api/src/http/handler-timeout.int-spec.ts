import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';

describe('a request that exceeds the handler timeout', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await startTestApi({ handlerTimeoutMs: 1_000 });
  });

  afterAll(async () => {
    await api.stop();
  });

  it.each(['/markets', '/trade-intents'])('%s answers 503 overloaded with Retry-After, and recovers', async (path) => {
    const client = new Client(api.url);
    const trade = {
      user_id: '00000000-0000-4000-8000-000000000001',
      market_id: '00000000-0000-4000-8000-000000000002',
      outcome: 'YES',
      side: 'BUY',
      quantity: '1',
      price: '0.5',
    };
    const send = (): ReturnType<Client['get']> => (path === '/markets' ? client.get(path) : client.post(path, trade));
    await api.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE markets IN ACCESS EXCLUSIVE MODE');
      const answer = await send();
      expectError(answer, 503, 'overloaded');
      expect(answer.headers.get('retry-after')).toBe('1');
    });
    let recovered = await send();
    while (recovered.status === 503) recovered = await send(); // a stalled machine can exceed the timeout again
    expect([200, 404]).toContain(recovered.status);
  });
});
