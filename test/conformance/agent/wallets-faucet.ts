import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function walletsFaucet({ client: api }: Product): void {
  describe('POST /agent/wallets/{agent_id}/faucet', () => {
    const faucet = (agentId: string, body?: string) => api.postText(`/agent/wallets/${agentId}/faucet`, body);

    describe('200', () => {
      it('grants test tokens', async () => {
        const { id, address } = await Agent.withWallet(api);
        const { status, body } = await faucet(id);
        expect(status).toBe(200);
        expect(body.agent_wallet_faucet).toEqual({
          agent_id: id,
          agent_wallet_address: address,
          chain: 'CHAIN-TESTNET',
          token: 'usdc',
          status: 'requested',
          result: expect.any(Object),
        });
      });
    });

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        expectError(await faucet(newAgent(), 'please'), 400, 'invalid_json');
      });
    });

    describe('400 agent_id_invalid', () => {
      it('refuses a placeholder id', async () => {
        expectError(await faucet('agent_test'), 400, 'agent_id_invalid');
      });
    });

    describe('404 agent_wallet_not_found', () => {
      it('refuses an agent without a wallet', async () => {
        expectError(await faucet(newAgent()), 404, 'agent_wallet_not_found');
      });
    });

    describe('409 agent_wallet_status_invalid', () => {
      it('refuses a disabled wallet before checking its chain', async () => {
        const { id } = await Agent.withWallet(api, { status: 'disabled', chain: 'CHAIN-ELSEWHERE' });
        expectError(await faucet(id), 409, 'agent_wallet_status_invalid');
      });
    });

    describe('409 agent_wallet_chain_invalid', () => {
      it('refuses a wallet of another chain', async () => {
        const { id } = await Agent.withWallet(api, { chain: 'CHAIN-ELSEWHERE' });
        expectError(await faucet(id), 409, 'agent_wallet_chain_invalid');
      });
    });

    describe('429 rate_limited', () => {
      it('grants once per cooldown', async () => {
        const { id } = await Agent.withFunds(api);
        const refused = await faucet(id);
        expectError(refused, 429, 'rate_limited');
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      });
    });
  });
}
