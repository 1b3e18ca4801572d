import { randomBytes } from 'node:crypto';
import { Agent } from '../../../test/conformance/support/agent.js';
import { Client, expectError } from '../../../test/conformance/support/client.js';
import { newMarket, newTrade } from '../../../test/conformance/support/bodies.js';
import { UNKNOWN_ID } from '../../../test/conformance/support/ids.js';
import { startTestApi, type TestApi } from '../../../test/api/start-test-api.js';

const OWNERS = [`/users/${UNKNOWN_ID}`, `/markets/${UNKNOWN_ID}`];

describe('a statement that fails', () => {
  let api: TestApi;
  let client: Client;

  beforeAll(async () => {
    api = await startTestApi();
    client = new Client(api.url);
  });

  afterAll(async () => {
    await api.stop();
  });

  async function without(table: string, act: () => Promise<void>): Promise<void> {
    await api.database.query(`ALTER TABLE ${table} RENAME TO hidden`);
    try {
      await act();
    } finally {
      await api.database.query(`ALTER TABLE hidden RENAME TO ${table}`);
    }
  }

  it('answers markets_list_failed on both lists of markets', async () => {
    await without('markets', async () => {
      expectError(await client.get('/markets'), 500, 'markets_list_failed');
      expectError(await client.get('/agent/markets?status=OPEN'), 500, 'markets_list_failed');
    });
  });

  it('answers market_get_failed on one market', async () => {
    await without('markets', async () => {
      expectError(await client.get(`/markets/${UNKNOWN_ID}`), 500, 'market_get_failed');
      const quote = `/markets/${UNKNOWN_ID}/quote?outcome=YES&amount=1`;
      expectError(await client.get(quote), 500, 'market_get_failed');
    });
  });

  it('answers market_create_failed on a new market', async () => {
    await without('markets', async () => {
      expectError(await client.post('/markets', newMarket()), 500, 'market_create_failed');
    });
  });

  it('answers trade_intent_create_failed on a trade, for either statement', async () => {
    for (const table of ['markets', 'trades']) {
      await without(table, async () => {
        expectError(await client.post('/trade-intents', newTrade()), 500, 'trade_intent_create_failed');
      });
    }
  });

  it('answers positions_list_failed on positions', async () => {
    await without('positions', async () => {
      for (const owner of OWNERS) expectError(await client.get(`${owner}/positions`), 500, 'positions_list_failed');
    });
  });

  it('answers settlements_list_failed on settlements', async () => {
    await without('settlements', async () => {
      for (const owner of OWNERS) expectError(await client.get(`${owner}/settlements`), 500, 'settlements_list_failed');
    });
  });

  it('answers resolution_get_failed on a resolution', async () => {
    await without('resolutions', async () => {
      expectError(await client.get(`/markets/${UNKNOWN_ID}/resolution`), 500, 'resolution_get_failed');
    });
  });

  it('answers agent_activity_get_failed on activity, and agent_portfolio_get_failed on a portfolio', async () => {
    const agent_wallet_address = `0x${randomBytes(20).toString('hex')}`;
    const { id } = await Agent.withWallet(client, { agent_wallet_address });
    await without('executions', async () => {
      expectError(await client.get(`/agent/activity/${id}`), 500, 'agent_activity_get_failed');
    });
    await without('positions', async () => {
      expectError(await client.get(`/agent/portfolio/${id}`), 500, 'agent_portfolio_get_failed');
    });
  });

  it('answers internal_error where the operation has no specific code', async () => {
    await without('agent_wallets', async () => {
      expectError(await client.get('/agent/wallets/agent_alice_01'), 500, 'internal_error');
    });
  });

  it('answers normally afterwards', async () => {
    expectError(await client.get(`/markets/${UNKNOWN_ID}`), 404, 'market_not_found');
  });
});
