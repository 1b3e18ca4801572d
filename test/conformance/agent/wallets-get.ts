import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function walletsGet({ client: api }: Product): void {
  describe('GET /agent/wallets/{agent_id}', () => {
    describe('200', () => {
      it('returns the wallet as its registration did', async () => {
        const agent = new Agent(api);
        const { body } = await agent.register();
        expect(await api.get(`/agent/wallets/${agent.id}`)).toMatchObject({
          status: 200,
          body: { agent_wallet: body.agent_wallet },
        });
      });
    });

    describe('400 agent_id_invalid', () => {
      it.each(['nobody', 'agent_test', 'agent_%F0%9F%98%80'])('refuses %s', async (agentId) => {
        expectError(await api.get(`/agent/wallets/${agentId}`), 400, 'agent_id_invalid');
      });
    });

    describe('404 agent_wallet_not_found', () => {
      it('refuses an agent without a wallet', async () => {
        expectError(await api.get(`/agent/wallets/${newAgent()}`), 404, 'agent_wallet_not_found');
      });
    });
  });
}
