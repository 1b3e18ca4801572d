import { randomBytes, randomUUID } from 'node:crypto';
import { recordHeartbeat } from '@app/engine';
import { startTestApi, type TestApi, type TestApiOptions } from '../../../test/api/start-test-api.js';
import type { Answer } from '../../../test/conformance/support/answer.js';
import { Agent, newAgentId, walletBody } from '../../../test/conformance/support/agent.js';
import { Client, expectError } from '../../../test/conformance/support/client.js';

/** The API with its real engine and tasks and without a worker. */
describe.each<[string, TestApiOptions, { configured: boolean }]>([
  ['disabled', { EXECUTION_ENABLED: false, BALANCE_ENABLED: false, FAUCET_ENABLED: false }, { configured: true }],
  ['not configured', {}, { configured: false }],
])('execution, balance and faucet %s', (what, settings, { configured }) => {
  let api: TestApi;
  let client: Client;
  let agent: Agent;

  beforeAll(async () => {
    api = await startTestApi(settings);
    client = new Client(api.url);
    if (configured) await recordHeartbeat(api.database, randomUUID(), false);
    agent = await Agent.withWallet(client, { agent_wallet_address: `0x${randomBytes(20).toString('hex')}` });
    await api.database.query('UPDATE agent_wallets SET provider_wallet_id = $2 WHERE agent_id = $1', [
      agent.id,
      randomUUID(),
    ]);
  });

  afterAll(async () => {
    await api.stop();
  });

  const balance = (): Promise<Answer> => client.get(`/agent/wallets/${agent.id}/balance`);
  const faucet = (): Promise<Answer> => client.postText(`/agent/wallets/${agent.id}/faucet`);

  it('refuses execute and keeps the intent confirmed', async () => {
    const intentId = await agent.confirmed('claim_payout');
    const refused = await agent.step(intentId, 'execute');
    if (configured) expectError(refused, 501, 'provider_agent_wallet_execution_not_enabled');
    else expectError(refused, 503, 'agent_execution_config_invalid');
    expect((await client.get(`/agent/intents/${intentId}`)).body.intent).toMatchObject({
      status: 'confirmed',
      executions_count: 0,
    });
  });

  it('501 provider_agent_wallet_balance_not_configured', async () => {
    expectError(await balance(), 501, 'provider_agent_wallet_balance_not_configured');
  });

  it('501 provider_agent_wallet_faucet_not_configured without a cooldown', async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      expectError(await faucet(), 501, 'provider_agent_wallet_faucet_not_configured');
    }
  });

  if (what === 'not configured') {
    it('503 agent_execution_config_invalid for a wallet that needs provisioning', async () => {
      expectError(await client.post('/agent/wallets', walletBody(newAgentId())), 503, 'agent_execution_config_invalid');
    });
  }
});
