import { newAgent } from '../../agents/requests.js';
import { ISO_TIMESTAMP } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function onboardingStart({ client: api }: Product): void {
  describe('POST /agent/onboarding/start', () => {
    const start = (agentId: string, changes: object = {}) =>
      api.post('/agent/onboarding/start', { agent_id: agentId, user_email: `${agentId}@example.com`, ...changes });

    describe('201', () => {
      it('returns the onboarding with a masked mailbox', async () => {
        const agentId = newAgent();
        const { status, body } = await start(agentId, { source_client: 'cli', channel: 'telegram' });
        expect(status).toBe(201);
        expect(body).toEqual({
          onboarding: expect.objectContaining({
            agent_id: agentId,
            user_email: 'a***@e***.com',
            user_wallet: null,
            source_client: 'cli',
            channel: 'telegram',
            chain: 'CHAIN-TESTNET',
            wallet_provider: 'provider_agent_wallet',
            status: 'pending_otp',
            expires_at: ISO_TIMESTAMP,
          }),
          next_step: 'otp_required',
          warnings: [],
          expires_at: (body.onboarding as { expires_at?: string }).expires_at,
        });
      });
    });

    describe('400 invalid_json', () => {
      it.each(['', '{"agent_id":'])('refuses %j', async (body) => {
        expectError(await api.postText('/agent/onboarding/start', body), 400, 'invalid_json');
      });
    });

    describe('400 agent_id_invalid', () => {
      it.each(['agent_test', 'alice_0001', 'agent_abc', 'agent_'.padEnd(81, 'x'), ''])(
        'refuses %j before any other failure',
        async (agentId) => {
          expectError(await start(agentId, { user_email: 'nobody' }), 400, 'agent_id_invalid');
        },
      );
    });

    describe('400 agent_onboarding_invalid', () => {
      it.each<[string, object]>([
        ['no mailbox', { user_email: undefined }],
        ['a mailbox without a domain', { user_email: 'carol' }],
        ['a mailbox with a line end', { user_email: 'carol@example.com\r\nBcc: eve@example.com' }],
        ['a malformed wallet', { user_wallet: '0x12' }],
        ['an update with an unknown action', { wallet_update: { allowed_actions: ['withdraw'] } }],
        ['an update with a mistyped cap', { wallet_update: { policy_metadata: { max_trade: '1' } } }],
      ])('refuses %s', async (_what, changes) => {
        expectError(await start(newAgent(), changes), 400, 'agent_onboarding_invalid');
      });
    });

    describe('429 rate_limited', () => {
      it('allows an agent and a mailbox five starts per hour', async () => {
        const agentId = newAgent();
        for (let turn = 0; turn < 5; turn += 1) expect((await start(agentId)).status).toBe(201);
        const refused = await start(agentId);
        expectError(refused, 429, 'rate_limited');
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
        expect((await start(agentId, { user_email: `other.${agentId}@example.com` })).status).toBe(201);
      });

      it('allows a mailbox ten starts per hour, whatever its tag', async () => {
        const mailbox = newAgent();
        for (let turn = 0; turn < 10; turn += 1) {
          expect((await start(newAgent(), { user_email: `${mailbox}+${turn}@example.com` })).status).toBe(201);
        }
        expectError(await start(newAgent(), { user_email: `${mailbox}@example.com` }), 429, 'rate_limited');
      });
    });
  });
}
