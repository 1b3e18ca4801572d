import { ACTION_NAMES } from '@app/common';
import { newAgent } from '../../../../test/agents/requests.js';
import { AgentsApi, type Answer } from '../../../../test/agents/start-agents-api.js';

describe('AUTH_MODE=api_key', () => {
  it('unfreezes for the holder of a key', async () => {
    const api = await AgentsApi.start({ AUTH_MODE: 'api_key' });
    try {
      const agent = newAgent();
      await api.register(agent);
      await api.post(`/agent/wallets/${agent}/freeze`);
      const unfreeze = (): Promise<Answer> => api.post(`/agent/wallets/${agent}/unfreeze`);
      for (const { status, body } of [await unfreeze(), await unfreeze()]) {
        expect([status, body.agent_wallet]).toEqual([200, expect.objectContaining({ frozen: false, frozen_at: null })]);
      }
    } finally {
      await api.stop();
    }
  });
});

describe('AGENT_WALLET_LOCK=off', () => {
  it('allows a looser policy for a verified wallet', async () => {
    const api = await AgentsApi.start({ AGENT_WALLET_LOCK: false });
    try {
      const agent = newAgent();
      await api.register(agent, { allowed_actions: ['buy_yes'], status: 'disabled' });
      await api.database.query('UPDATE agent_wallets SET email_verified_at = now() WHERE agent_id = $1', [agent]);
      expect(await api.register(agent, { status: 'active' })).toMatchObject({
        status: 'active',
        allowed_actions: [...ACTION_NAMES],
      });
    } finally {
      await api.stop();
    }
  });
});
