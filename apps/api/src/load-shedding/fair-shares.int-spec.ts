import { Tenant } from '../../../../test/access/tenant.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { Client } from '../../../../test/conformance/support/client.js';

describe('an API with two accounts', () => {
  let api: TestApi;
  let client: Client;
  let busy: Tenant;
  let other: Tenant;
  beforeAll(async () => {
    api = await startTestApi({ AUTH_MODE: 'api_key', LANES_BEHIND_S: 60 });
    client = new Client(api.url);
    busy = await Tenant.create(api, 'busy');
    other = await Tenant.create(api, 'other');
  });
  afterAll(() => api?.stop());

  function execute(tenant: Tenant) {
    const path = `/agent/intents/${tenant.records.intentId}/execute`;
    return client.post(path, {}, { authorization: `Bearer ${tenant.key}` });
  }

  it('refuses executions of the account whose own wait too long for the provider, and of no other', async () => {
    await api.database.query(
      `INSERT INTO lanes (id) SELECT id FROM agent_wallets WHERE agent_id = $1 ON CONFLICT DO NOTHING`,
      [busy.records.agentId],
    );
    await api.database.query(
      `UPDATE lanes SET send_round = 500, send_queued_at = now(), token_due_at = now() + interval '125 s'
       WHERE id = (SELECT id FROM agent_wallets WHERE agent_id = $1)`,
      [busy.records.agentId],
    );
    let refused = await execute(busy);
    while (refused.status !== 503) refused = await execute(busy);
    expect(refused.body).toMatchObject({ error: { code: 'overloaded' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await execute(other)).status).not.toBe(503);
  });

  it('answers previews and searches under keys', async () => {
    const headers = { authorization: `Bearer ${other.key}` };
    const found = await Promise.all([1, 2, 3, 4, 5, 6].map(() => client.send('/markets?q=nothing', { headers })));
    expect(found.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await client.post('/agent/intents', {}, headers)).status).toBe(400);
  });
});
