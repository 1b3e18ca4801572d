import { ACTION_NAMES } from '@app/common';
import { newAgent } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { expectError } from '../support/client.js';
import { otherThan, passcodesIn, startOnboarding } from '../support/mailbox.js';
import { HAS_INBOX, type Product } from '../support/product.js';

export function onboardingVerify(product: Product): void {
  const { client: api } = product;
  const verify = (onboardingId: unknown, otp: unknown) =>
    api.post('/agent/onboarding/verify', { onboarding_id: onboardingId, otp });

  describe('POST /agent/onboarding/verify', () => {
    if (HAS_INBOX) verifyByMail(product, verify);

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        expectError(await api.postText('/agent/onboarding/verify', '{'), 400, 'invalid_json');
      });
    });

    describe('400 agent_onboarding_invalid', () => {
      it.each([undefined, null, '', 123456, '12345', '1234567', '12345a'])(
        'refuses %j, which cannot be a passcode',
        async (otp) => {
          const agent_id = newAgent();
          const { body } = await api.post('/agent/onboarding/start', {
            agent_id,
            user_email: `${agent_id}@example.com`,
          });
          expectError(await verify(body.onboarding.onboarding_id, otp), 400, 'agent_onboarding_invalid');
        },
      );

      it.each([undefined, null, '', 7])('refuses %j as an onboarding', async (onboardingId) => {
        expectError(await verify(onboardingId, '123456'), 400, 'agent_onboarding_invalid');
      });
    });

    describe('404 agent_onboarding_not_found', () => {
      it.each([`agent_onboarding_${'0'.repeat(32)}`, 'agent_onboarding_1', 'nonsense'])('refuses %s', async (id) => {
        expectError(await verify(id, '123456'), 404, 'agent_onboarding_not_found');
      });
    });
  });
}

type Verify = (onboardingId: unknown, otp: unknown) => ReturnType<Product['client']['post']>;

function verifyByMail(product: Product, verify: Verify): void {
  const { client: api } = product;

  describe('200', () => {
    it('returns a wallet that can execute and a session', async () => {
      const agent_id = newAgent();
      const { onboardingId, passcode } = await startOnboarding(product, { agent_id });
      const { status, body } = await verify(onboardingId, passcode);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        onboarding: { onboarding_id: onboardingId, status: 'verified' },
        agent_wallet: { agent_id, allowed_actions: ACTION_NAMES, status: 'active', chain: 'CHAIN-TESTNET' },
        agent_session: { agent_id, onboarding_id: onboardingId, status: 'active' },
        next_step: 'ready',
      });
      expect(body.agent_wallet.agent_wallet_address).toMatch(/^0x[0-9a-fA-F]{40}$/);
      expect((await api.get(`/agent/sessions/${agent_id}`)).body.agent_session).toEqual(body.agent_session);
    });

    it('keeps the policy of an existing wallet', async () => {
      const { id: agent_id, address } = await Agent.withWallet(api, {
        allowed_actions: ['buy_no'],
        policy_metadata: { max_trade_amount: '7' },
      });
      const { onboardingId, passcode } = await startOnboarding(product, { agent_id });
      expect((await verify(onboardingId, passcode)).body.agent_wallet).toMatchObject({
        agent_wallet_address: address,
        allowed_actions: ['buy_no'],
        policy_metadata: { max_trade_amount: '7' },
      });
    });

    it('accepts one of concurrent correct attempts', async () => {
      const { onboardingId, passcode } = await startOnboarding(product, { agent_id: newAgent() });
      const answers = await Promise.all(Array.from({ length: 8 }, () => verify(onboardingId, passcode)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(400)]);
    });

    it('applies exactly the update that the e-mail states', async () => {
      const agent_id = newAgent();
      const first = await startOnboarding(product, { agent_id });
      await verify(first.onboardingId, first.passcode);
      const wallet_update = { allowed_actions: ['buy_yes'], policy_metadata: { max_trade_amount: '7.5' } };
      const second = await startOnboarding(product, { agent_id, wallet_update }, [first.passcode]);
      expect((await verify(second.onboardingId, second.passcode)).body.agent_wallet).toMatchObject({
        ...wallet_update,
        status: 'active',
      });
    });
  });

  describe('400 agent_onboarding_invalid', () => {
    it('refuses a used passcode', async () => {
      const { onboardingId, passcode } = await startOnboarding(product, { agent_id: newAgent() });
      expect((await verify(onboardingId, passcode)).status).toBe(200);
      expectError(await verify(onboardingId, passcode), 400, 'agent_onboarding_invalid');
    });

    it('refuses the correct passcode after five wrong ones', async () => {
      const { onboardingId, passcode } = await startOnboarding(product, { agent_id: newAgent() });
      for (let attempt = 0; attempt < 5; attempt += 1) {
        expectError(await verify(onboardingId, otherThan(passcode)), 400, 'agent_onboarding_invalid');
      }
      expectError(await verify(onboardingId, passcode), 400, 'agent_onboarding_invalid');
      expect((await api.get(`/agent/onboarding/${onboardingId}`)).body.onboarding.status).toBe('locked');
    });

    it('refuses the passcode of an earlier start', async () => {
      const agent_id = newAgent();
      const first = await startOnboarding(product, { agent_id });
      await startOnboarding(product, { agent_id }, [first.passcode]);
      expectError(await verify(first.onboardingId, first.passcode), 400, 'agent_onboarding_invalid');
    });
  });

  describe('400 agent_onboarding_invalid for another mailbox than the verified one', () => {
    it('starts alike, sends no e-mail, and refuses every passcode', async () => {
      const agent_id = newAgent();
      const own = await startOnboarding(product, { agent_id });
      await verify(own.onboardingId, own.passcode);
      const user_email = `other.${agent_id}@example.com`;
      const refused = await api.post('/agent/onboarding/start', { agent_id, user_email });
      expect(refused).toMatchObject({ status: 201, body: { onboarding: { status: 'pending_otp' } } });
      // This e-mail comes after any e-mail of the refused start.
      const later = await startOnboarding(product, { agent_id: newAgent(), user_email });
      expect(await passcodesIn(product.inboxUrl, user_email)).toEqual([later.passcode]);
      const { body } = await verify(refused.body.onboarding.onboarding_id, later.passcode);
      expect(body.error.code).toBe('agent_onboarding_invalid');
    });
  });
}
