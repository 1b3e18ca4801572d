import { randomBytes } from 'node:crypto';
import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function walletsBalance({ client: api }: Product): void {
  describe('GET /agent/wallets/{agent_id}/balance', () => {
    const balance = (agentId: string) => api.get(`/agent/wallets/${agentId}/balance`);

    describe('200', () => {
      it('lists collateral of zero, for a disabled wallet too', async () => {
        const { id, address } = await Agent.withWallet(api, { status: 'disabled' });
        const { status, body } = await balance(id);
        expect(status).toBe(200);
        expect(body.agent_wallet_balance).toMatchObject({ agent_id: id, agent_wallet_address: address });
        const { body: contract } = await api.get('/chain/contract');
        expect(body.agent_wallet_balance.balances).toContainEqual({
          token: expect.objectContaining({ address: contract.collateral_erc20_interface }),
          amount: '0',
        });
      });
    });

    describe('400 agent_id_invalid', () => {
      it('refuses a placeholder id', async () => {
        expectError(await balance('agent_test'), 400, 'agent_id_invalid');
      });
    });

    describe('404 agent_wallet_not_found', () => {
      it('refuses an agent without a wallet', async () => {
        expectError(await balance(newAgent()), 404, 'agent_wallet_not_found');
      });
    });

    describe('409 agent_wallet_chain_invalid', () => {
      it('refuses a wallet of another chain', async () => {
        const { id } = await Agent.withWallet(api, { chain: 'CHAIN-ELSEWHERE' });
        expectError(await balance(id), 409, 'agent_wallet_chain_invalid');
      });
    });

    describe('409 agent_wallet_status_invalid', () => {
      it('refuses a wallet without a provider id', async () => {
        const agent_wallet_address = `0x${randomBytes(20).toString('hex')}`;
        const { id } = await Agent.withWallet(api, { agent_wallet_address });
        expectError(await balance(id), 409, 'agent_wallet_status_invalid');
      });
    });
  });
}
