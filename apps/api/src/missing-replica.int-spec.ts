import { Secret } from '@app/common';
import { startTestApi, type TestApi } from '../../../test/api/start-test-api.js';
import { Client } from '../../../test/conformance/support/client.js';

describe('an API whose replica does not answer', () => {
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi({ DATABASE_READ_URL: new Secret('postgres://presage_api:none@127.0.0.1:1/none') });
    client = new Client(api.url);
  });
  afterAll(() => api?.stop());

  it('lists from the primary', async () => {
    const { status, body } = await client.get('/markets');
    expect(status).toBe(200);
    expect(body.markets).not.toHaveLength(0);
    expect((await client.get('/agent/markets')).body.markets).toHaveLength(body.markets.length);
  });
});
