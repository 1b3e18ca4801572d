import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function walletsDisable({ client: api }: Product): void {
  describe('POST /agent/wallets/{agent_id}/disable', () => {
    const disable = (agentId: string, body?: string) => api.postText(`/agent/wallets/${agentId}/disable`, body);

    describe('200', () => {
      it('disables the wallet and can be repeated', async () => {
        const { id } = await Agent.withWallet(api);
        for (const body of [undefined, '{"ignored":true}', '[]']) {
          expect(await disable(id, body)).toMatchObject({
            status: 200,
            body: { agent_wallet: { status: 'disabled' } },
          });
        }
      });
    });

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        expectError(await disable(newAgent(), '{'), 400, 'invalid_json');
      });
    });

    describe('400 agent_id_invalid', () => {
      it('refuses a placeholder id', async () => {
        expectError(await disable('agent_demo'), 400, 'agent_id_invalid');
      });
    });

    describe('404 agent_wallet_not_found', () => {
      it('refuses an agent without a wallet', async () => {
        expectError(await disable(newAgent()), 404, 'agent_wallet_not_found');
      });
    });
  });
}
