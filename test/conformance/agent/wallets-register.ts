import { randomBytes } from 'node:crypto';
import { ACTION_NAMES } from '@app/common';
import { newAgent, USER, walletBody } from '../../agents/requests.js';
import { Agent } from '../support/agent.js';
import { ISO_TIMESTAMP, LOWER_CASE_UUID } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import { startOnboarding } from '../support/mailbox.js';
import { HAS_INBOX, type Product } from '../support/product.js';

export function walletsRegister(product: Product): void {
  const { client: api } = product;
  const register = (agentId: string, changes: object = {}) => api.post('/agent/wallets', walletBody(agentId, changes));

  describe('POST /agent/wallets', () => {
    describe('201', () => {
      it('returns the wallet that the provider created', async () => {
        const agent_id = newAgent();
        const { status, body } = await register(agent_id);
        expect(status).toBe(201);
        expect(body.agent_wallet).toEqual({
          id: LOWER_CASE_UUID,
          agent_id,
          user_wallet: null,
          agent_wallet_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
          wallet_provider: 'provider_agent_wallet',
          chain: 'CHAIN-TESTNET',
          allowed_actions: ACTION_NAMES,
          status: 'active',
          frozen: false,
          frozen_at: null,
          policy_metadata: {
            max_trade_amount: null,
            daily_limit: null,
            market_limit: null,
            open_exposure_limit: null,
            approval_above: null,
            auto_claim: false,
            total_limit: null,
            valid_until: null,
          },
          source_client: null,
          created_at: ISO_TIMESTAMP,
          updated_at: ISO_TIMESTAMP,
        });
      });

      it('stores every field', async () => {
        const fields = {
          allowed_actions: ['buy_no'],
          user_wallet: USER,
          status: 'disabled',
          source_client: 'cli',
          policy_metadata: {
            ...{ max_trade_amount: '10.5', daily_limit: '20', market_limit: '30', open_exposure_limit: '40' },
            ...{ approval_above: '5', auto_claim: true, total_limit: '50', valid_until: '2999-01-01T00:00:00.000Z' },
          },
        };
        expect((await register(newAgent(), fields)).body.agent_wallet).toMatchObject(fields);
      });

      it('stores another chain without provisioning', async () => {
        const { body } = await register(newAgent(), { chain: 'CHAIN-ELSEWHERE' });
        expect(body.agent_wallet).toMatchObject({ chain: 'CHAIN-ELSEWHERE', agent_wallet_address: null });
      });
    });

    describe('200', () => {
      it('changes the fields that are sent and keeps the others', async () => {
        const agent = await Agent.withWallet(api, { source_client: 'cli', policy_metadata: { max_trade_amount: '5' } });
        const { status, body } = await register(agent.id, { allowed_actions: ['buy_yes'] });
        expect(status).toBe(200);
        expect(body.agent_wallet).toMatchObject({
          agent_wallet_address: agent.address,
          allowed_actions: ['buy_yes'],
          source_client: 'cli',
          policy_metadata: { max_trade_amount: '5' },
        });
      });

      it('creates one wallet for concurrent registrations', async () => {
        const agentId = newAgent();
        const answers = await Promise.all(Array.from({ length: 16 }, () => register(agentId)));
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
        const known = answers.map(({ body }) => body.agent_wallet.agent_wallet_address).filter((one) => one !== null);
        expect(new Set(known).size).toBe(1);
      });

      it('keeps a disabled wallet disabled until status is sent', async () => {
        const { id } = await Agent.withWallet(api, { status: 'disabled' });
        expect((await register(id)).body.agent_wallet.status).toBe('disabled');
        expect((await register(id, { status: 'active' })).body.agent_wallet.status).toBe('active');
      });

      it.each(['max_trade_amount', 'total_limit'])('removes %s for null and blocks buys for "0"', async (limit) => {
        const { id } = await Agent.withWallet(api, { policy_metadata: { [limit]: '5' } });
        for (const value of [null, '0']) {
          const { body } = await register(id, { policy_metadata: { [limit]: value } });
          expect(body.agent_wallet.policy_metadata).toMatchObject({ [limit]: value });
        }
      });
    });

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        expectError(await api.postText('/agent/wallets', 'x'), 400, 'invalid_json');
      });
    });

    describe('400 agent_id_invalid', () => {
      it.each([undefined, null, 'agent_demo', 7])('refuses %j before any other failure', async (agent_id) => {
        expectError(await api.post('/agent/wallets', { agent_id, allowed_actions: 'all' }), 400, 'agent_id_invalid');
      });
    });

    describe('400 agent_wallet_invalid', () => {
      it.each<[string, object]>([
        ['another provider', { wallet_provider: 'somebody' }],
        ['no actions', { allowed_actions: [] }],
        ['an unknown action', { allowed_actions: ['withdraw'] }],
        ['a malformed address', { agent_wallet_address: 'nowhere' }],
        ['an unknown status', { status: 'paused' }],
        ['a mistyped cap', { policy_metadata: { max_trade_amout: '5' } }],
        ['a cap that is a number', { policy_metadata: { max_trade_amount: 5 } }],
        ['a cap outside policy_metadata', { max_trade_amount: '5' }],
        ['a total below zero', { policy_metadata: { total_limit: '-1' } }],
        ['an end that is no time', { policy_metadata: { valid_until: 'soon' } }],
        ['an end outside policy_metadata', { valid_until: '2999-01-01T00:00:00Z' }],
        ['a cap finer than the collateral', { policy_metadata: { max_trade_amount: `0.${'0'.repeat(17)}1` } }],
      ])('refuses %s', async (_what, changes) => {
        const agentId = newAgent();
        expectError(await register(agentId, changes), 400, 'agent_wallet_invalid');
        expectError(await api.get(`/agent/wallets/${agentId}`), 404, 'agent_wallet_not_found');
      });

      it('binds an address to one of concurrent claimants', async () => {
        const agent_wallet_address = `0x${randomBytes(20).toString('hex')}`;
        const answers = await Promise.all([1, 2, 3, 4].map(() => register(newAgent(), { agent_wallet_address })));
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
      });

      it('refuses to change the address of an agent', async () => {
        const { id } = await Agent.withWallet(api);
        expectError(await register(id, { agent_wallet_address: USER }), 400, 'agent_wallet_invalid');
      });

      it('refuses the address of another agent', async () => {
        const { address } = await Agent.withWallet(api);
        expectError(await register(newAgent(), { agent_wallet_address: address }), 400, 'agent_wallet_invalid');
      });
    });

    if (HAS_INBOX) {
      describe('403 agent_policy_violation', () => {
        it('allows to tighten, not to loosen, a wallet with a verified mailbox', async () => {
          const agent_id = newAgent();
          const { onboardingId: onboarding_id, passcode: otp } = await startOnboarding(product, { agent_id });
          await api.post('/agent/onboarding/verify', { onboarding_id, otp });
          const valid_until = '2998-01-01T00:00:00.000Z';
          const limits = { max_trade_amount: '5', total_limit: '50', valid_until };
          const tight = { allowed_actions: ['buy_yes'], policy_metadata: limits };
          expect((await register(agent_id, tight)).status).toBe(200);
          for (const looser of [
            { allowed_actions: ACTION_NAMES },
            { policy_metadata: { max_trade_amount: '6' } },
            { policy_metadata: { max_trade_amount: null } },
            { policy_metadata: { total_limit: '51' } },
            { policy_metadata: { valid_until: '2998-01-01T00:00:00.001Z' } },
            { allowed_actions: ['claim_payout'] },
          ]) {
            expectError(await register(agent_id, { ...tight, ...looser }), 403, 'agent_policy_violation');
          }
          expect((await api.get(`/agent/wallets/${agent_id}`)).body.agent_wallet).toMatchObject(tight);
          expect((await register(agent_id, { ...tight, status: 'disabled' })).status).toBe(200);
          expectError(await register(agent_id, { ...tight, status: 'active' }), 403, 'agent_policy_violation');
        });
      });
    }
  });
}
