import { type Action, Presage, PresageError, type RequestOf } from '@presage/sdk';
import { startTestApi, type TestApi } from '../api/start-test-api.js';

const AGENT_ID = 'agent_typo_01';
const BUY: Action = {
  ...{
    purpose: 'rain entry 1',
    agent_id: AGENT_ID,
    user_wallet: `0x${'1'.repeat(40)}`,
    action: 'buy_yes',
    amount: '1',
  },
  ...{ market_id: 'rain', market_contract_address: `0x${'2'.repeat(40)}` },
};

describe('fields that the service does not know', () => {
  let api: TestApi;
  let presage: Presage;

  beforeAll(async () => {
    api = await startTestApi();
    presage = new Presage({ baseUrl: api.url });
  });
  afterAll(() => api?.stop());

  it('are refused by act before anything is recorded, with the right name', async () => {
    const misspelt = { ...BUY, min_mutliple: '3' };
    const failure = presage.act(misspelt);
    await expect(failure).rejects.toBeInstanceOf(PresageError);
    await expect(failure).rejects.toMatchObject({
      code: 'agent_intent_invalid',
      message: expect.stringMatching(/min_mutliple is unknown; known fields are .*\bmin_multiple\b/),
    });
    expect(await api.database.query('SELECT id FROM agent_intents WHERE agent_id = $1', [AGENT_ID])).toEqual([]);
  });

  it('are refused by requests with a body', async () => {
    const body: RequestOf<'registerWallet'>[0]['body'] = {
      ...{ agent_id: AGENT_ID, wallet_provider: 'provider_agent_wallet', allowed_actions: ['buy_yes'] },
    };
    const typo = { ...body, polciy_metadata: { max_trade_amount: '5' } };
    await expect(presage.request('registerWallet', { body: typo })).rejects.toMatchObject({
      ...{ code: 'agent_wallet_invalid', message: expect.stringContaining('policy_metadata') },
    });
  });
});
