import { newId } from '@app/common';
import { findFreePort } from '../../../test/support/free-ports.js';
import { startTestApi, type TestApi } from '../../../test/api/start-test-api.js';

describe('the API’s metrics', () => {
  let api: TestApi;
  let url: string;
  beforeAll(async () => {
    const port = await findFreePort();
    api = await startTestApi({ METRICS_PORT: port });
    url = `http://127.0.0.1:${port}/metrics`;
    await api.database.query(
      `UPDATE chain_index SET block_number = 100, block_hash = '0x', head_number = 108, confirmations = 2`,
    );
  });
  afterAll(() => api.stop());

  async function scrape(): Promise<string> {
    const response = await fetch(url);
    expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    return response.text();
  }

  /** A request is counted when its response has ended. */
  async function until(text: string): Promise<string> {
    let scraped = await scrape();
    while (!scraped.includes(text)) scraped = await scrape();
    return scraped;
  }

  it('count requests by route pattern and status', async () => {
    for (let index = 0; index < 150; index += 1) {
      await fetch(`${api.url}/markets/${index}`);
      await fetch(`${api.url}/nowhere/${index}`);
    }
    await fetch(`${api.url}/markets`, { method: 'PUT' });
    await until('presage_http_requests_total{method="GET",route="/markets/:id",status="404"} 150');
    await until('presage_http_requests_total{method="GET",route="none",status="404"} 150');
    const text = await until('presage_http_requests_total{method="other",route="none",status="405"} 1');
    expect(text).toContain('presage_http_request_seconds_count{route="/markets/:id"} 150');
    expect(text.split('\n').filter((line) => line.startsWith('presage_http_requests_total{')).length).toBeLessThan(10);
    expect(text).toContain('presage_http_requests_in_flight 0');
  });

  it('count executions that a budget refuses', async () => {
    await api.database.query(
      `INSERT INTO worker_heartbeats (worker_id, expires_at, pays_gas) VALUES (gen_random_uuid(), 'infinity', false)`,
    );
    await api.database.query(
      `WITH owner AS (INSERT INTO users (kind, agent_id) VALUES ('agent', 'agent_metered') RETURNING id)
       INSERT INTO agent_wallets (agent_id, user_id, agent_wallet_address, provider_wallet_id, wallet_provider, chain,
         allowed_actions, status, daily_limit)
       SELECT 'agent_metered', id, $1, gen_random_uuid(), 'provider_agent_wallet', 'CHAIN-TESTNET', '{buy_yes}', 'active', 10
       FROM owner`,
      [`0x${'1'.repeat(40)}`],
    );
    const intentId = newId('agent_intent');
    await api.database.query(
      `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, market_contract_address, amount,
         request_hash, confirmed_at)
       VALUES ($1, 'agent_metered', 'buy_yes', 'confirmed', $2, 'market', $2, 10.5, 'hash', now())`,
      [intentId, `0x${'2'.repeat(40)}`],
    );
    const refused = await fetch(`${api.url}/agent/intents/${intentId}/execute`, { method: 'POST' });
    expect([refused.status, await refused.json()]).toMatchObject([403, { error: { budget: { rule: 'daily_limit' } } }]);
    await until('presage_budget_refusals_total{scope="agent",rule="daily_limit"} 1');
  });

  it('include the state of the product', async () => {
    const text = await until('presage_state_read_success 1');
    expect(text).toContain('presage_lanes{state="due"} 0');
    expect(text).toContain('presage_queue_waiting{kind="lane"} 0');
    expect(text).toContain('presage_index_has_leader 0');
    expect(text).toContain('presage_index_lag_blocks 7');
    expect(text).not.toContain('\npresage_webhook_oldest_event_age_seconds ');
  });

  it('are served on a separate port, which serves nothing else', async () => {
    expect((await fetch(`${api.url}/metrics`)).status).toBe(404);
    expect((await fetch(url.replace('/metrics', '/markets'))).status).toBe(404);
  });
});
