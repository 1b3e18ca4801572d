import { newAgent, walletBody } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

/** Answers while the provider fails, which only the local provider can be made to do. */
export function providerFailures(product: Product): void {
  const { client: api } = product;

  describe('a wallet provider that fails', () => {
    const control = (path: string, init: RequestInit) => fetch(`${product.stack?.provider.url}${path}`, init);
    const fail = async (operation: string, fault: string): Promise<void> => {
      const rule = JSON.stringify({ match: { operation }, fault });
      const headers = { 'content-type': 'application/json' };
      expect((await control('/control/faults', { method: 'POST', headers, body: rule })).status).toBe(201);
    };

    afterEach(() => control('/control/faults', { method: 'DELETE' }));

    it('answers 502 agent_wallet_provisioning_failed, and the next registration provisions the wallet', async () => {
      const agentId = newAgent();
      await fail('createWallets', 'status:400');
      expectError(await api.post('/agent/wallets', walletBody(agentId)), 502, 'agent_wallet_provisioning_failed');
      await control('/control/faults', { method: 'DELETE' });
      const { status, body } = await api.post('/agent/wallets', walletBody(agentId));
      expect(status).toBe(200);
      expect(body.agent_wallet.agent_wallet_address).toMatch(/^0x/);
    });

    it('answers a balance with 502 provider_agent_wallet_balance_failed', async () => {
      const { id } = await Agent.withWallet(api);
      await fail('getBalances', 'status:400');
      expectError(await api.get(`/agent/wallets/${id}/balance`), 502, 'provider_agent_wallet_balance_failed');
    });

    it('answers the faucet with 502 provider_agent_wallet_faucet_failed and starts the cooldown', async () => {
      const { id } = await Agent.withWallet(api);
      await fail('requestFaucet', 'status:400');
      const faucet = () => api.postText(`/agent/wallets/${id}/faucet`);
      expectError(await faucet(), 502, 'provider_agent_wallet_faucet_failed');
      expectError(await faucet(), 429, 'rate_limited');
    });

    it('answers an execute with 502 agent_execution_failed and no broadcast', async () => {
      const agent = await Agent.withFunds(api);
      const market = await agent.createMarket();
      await fail('createContractExecution', 'denied');
      const { status, body } = await agent.run('cancel_market', market);
      expect({ status, code: body.error.code }).toEqual({ status: 502, code: 'agent_execution_failed' });
    });
  });
}
