import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import { startOnboarding } from '../support/mailbox.js';
import { HAS_INBOX, type Product } from '../support/product.js';

export function walletsFreeze(product: Product): void {
  const { client: api } = product;

  describe('POST /agent/wallets/{agent_id}/freeze', () => {
    const freeze = (agentId: string, body?: string) => api.postText(`/agent/wallets/${agentId}/freeze`, body);

    describe('200', () => {
      it('freezes the wallet and can be repeated', async () => {
        const { id } = await Agent.withWallet(api);
        for (const body of [undefined, '{"ignored":true}', '[]']) {
          expect(await freeze(id, body)).toMatchObject({
            status: 200,
            body: { agent_wallet: { frozen: true, frozen_at: expect.any(String), status: 'active' } },
          });
        }
      });

      it('cancels a confirmed buy, refuses new ones, and leaves exits open', async () => {
        const agent = await Agent.withWallet(api);
        const buy = await agent.confirmed('buy_yes');
        await freeze(agent.id);
        expect((await api.get(`/agent/intents/${buy}`)).body.intent.status).toBe('cancelled');
        expect(await agent.step(buy, 'execute')).toMatchObject({
          status: 409,
          body: { error: { code: 'agent_intent_not_confirmed', intent_status: 'cancelled' } },
        });
        for (const action of ['create_market', 'buy_yes', 'buy_no'] as const) {
          expectError(await agent.create(action), 403, 'agent_wallet_frozen');
        }
        for (const action of ['close_market', 'claim_payout', 'claim_refund'] as const) {
          expect((await agent.create(action)).status).toBe(201);
        }
      });
    });

    if (HAS_INBOX) {
      it('ends with a passcode of the owner', async () => {
        const { id: agent_id } = await Agent.withWallet(api);
        await freeze(agent_id);
        const wallet_update = { frozen: false };
        const { onboardingId, passcode } = await startOnboarding(product, { agent_id, wallet_update });
        const { body } = await api.post('/agent/onboarding/verify', { onboarding_id: onboardingId, otp: passcode });
        expect(body.agent_wallet).toMatchObject({ frozen: false, frozen_at: null });
      });
    }

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        expectError(await freeze(newAgent(), '{'), 400, 'invalid_json');
      });
    });

    describe('400 agent_id_invalid', () => {
      it('refuses a placeholder id', async () => {
        expectError(await freeze('agent_demo'), 400, 'agent_id_invalid');
      });
    });

    describe('404 agent_wallet_not_found', () => {
      it('refuses an agent without a wallet', async () => {
        expectError(await freeze(newAgent()), 404, 'agent_wallet_not_found');
      });
    });
  });

  describe('POST /agent/wallets/{agent_id}/unfreeze', () => {
    const unfreeze = (agentId: string, body?: string) => api.postText(`/agent/wallets/${agentId}/unfreeze`, body);

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        expectError(await unfreeze(newAgent(), '{'), 400, 'invalid_json');
      });
    });

    describe('403 agent_policy_violation', () => {
      it('refuses without an API key', async () => {
        const { id } = await Agent.withWallet(api);
        expectError(await unfreeze(id), 403, 'agent_policy_violation');
      });
    });

    describe('404 agent_wallet_not_found', () => {
      it('refuses an agent without a wallet', async () => {
        expectError(await unfreeze(newAgent()), 404, 'agent_wallet_not_found');
      });
    });
  });
}
