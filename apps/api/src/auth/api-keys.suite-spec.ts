import { expect } from '@jest/globals';
import { ApiKeysRepository, type KeyScope, newKey } from '@app/api-keys';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { describeApi } from '../../../../tools/build/describe-api.js';

const ALICE = 'agent_alice_01';
const BOB = 'agent_bob_001';
const ALL: KeyScope[] = ['wallets', 'intents', 'execute', 'records'];
const WRITES = Object.entries((await describeApi()).paths).flatMap(([path, { post }]) =>
  post === undefined ? [] : [{ path, security: post.security }],
);
const WALLET = { wallet_provider: 'provider_agent_wallet', allowed_actions: ['claim_payout'], chain: 'ELSEWHERE' };

interface KeyOptions {
  agentId?: string | null;
  scopes?: KeyScope[];
  lifetimeDays?: number;
}

describe('API keys', () => {
  let api: TestApi;
  let client: Client;

  describe('with AUTH_MODE=api_key', () => {
    beforeAll(async () => {
      api = await startTestApi({ AUTH_MODE: 'api_key' });
      client = new Client(api.url);
    });
    afterAll(() => api?.stop());

    async function keyFor({ agentId = ALICE, scopes = ALL, lifetimeDays = 1 }: KeyOptions = {}): Promise<string> {
      const { key, ...proof } = newKey();
      await new ApiKeysRepository(api.database).insert({
        ...proof,
        agentId,
        scopes,
        note: '',
        createdBy: 'a test',
        lifetimeDays,
      });
      return key.reveal();
    }

    const post = async (path: string, body: unknown, key: string): ReturnType<Client['post']> =>
      client.post(path, body, { authorization: `Bearer ${key}` });

    async function intentOf(agentId: string, key: string): Promise<string> {
      const address = `0x${'1'.repeat(40)}`;
      const fields = { agent_id: agentId, user_wallet: address, market_id: 'm', market_contract_address: address };
      const { status, body } = await post('/agent/intents', { ...fields, action: 'claim_payout' }, key);
      expect(status).toBe(201);
      return body.intent.intent_id;
    }

    it('refuses every write without a key with api_key_invalid, before any validation', async () => {
      expect(WRITES.length).toBeGreaterThan(10);
      for (const { path } of WRITES) {
        const answer = await client.post(path, {});
        expectError(answer, 401, 'api_key_invalid');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="presage"');
      }
    });

    it('declares a key rule for every write', () => {
      expect(WRITES.filter(({ security }) => security === undefined)).toEqual([]);
    });

    it('reports a failure while it reads the key as internal_error', async () => {
      const key = await keyFor();
      await api.database.query('ALTER TABLE api_keys RENAME TO hidden');
      const answer = await post('/markets', {}, key);
      await api.database.query('ALTER TABLE hidden RENAME TO api_keys');
      expectError(answer, 500, 'internal_error');
    });

    it('serves reads without a key', async () => {
      for (const path of ['/markets', '/health', `/agent/wallets/${ALICE}`, `/agent/activity/${ALICE}`]) {
        expect([200, 404]).toContain((await client.get(path)).status);
      }
    });

    it('refuses a malformed, unknown, expired or revoked key and other schemes with api_key_invalid', async () => {
      const valid = await keyFor();
      const revoked = await keyFor();
      await new ApiKeysRepository(api.database).revoke(revoked.split('_')[1] ?? '');
      const expired = await keyFor({ lifetimeDays: -1 });
      const unknown = newKey().key.reveal();
      const tampered = valid.slice(0, -1) + (valid.endsWith('A') ? 'B' : 'A');
      const headers = [...['x', unknown, expired, revoked, tampered].map((key) => `Bearer ${key}`), `Basic ${valid}`];
      for (const authorization of [...headers, valid, 'Bearer', '']) {
        const answer = await client.post('/agent/wallets', { agent_id: ALICE, ...WALLET }, { authorization });
        expectError(answer, 401, 'api_key_invalid');
        expect(answer.headers.get('www-authenticate')).toMatch(/error="invalid_token"$/);
      }
      expect((await post('/agent/wallets', { agent_id: ALICE, ...WALLET }, valid)).status).toBe(201);
    });

    it('refuses a key of another agent with api_key_forbidden, wherever the request names the agent', async () => {
      const [alice, bob] = [await keyFor(), await keyFor({ agentId: BOB })];
      const intentId = await intentOf(ALICE, alice);
      const onboardingId = `agent_onboarding_${'0'.repeat(32)}`;
      await api.database.query(
        `INSERT INTO agent_onboardings (id, agent_id, user_email, chain, wallet_provider, status, passcode_hash, expires_at)
         VALUES ($1, $2, 'a@example.com', 'CHAIN-TESTNET', 'provider_agent_wallet', 'pending_otp', '', now())`,
        [onboardingId, ALICE],
      );
      const writes: [string, object][] = [
        ['/agent/wallets', { agent_id: ALICE, ...WALLET }],
        [`/agent/wallets/${ALICE}/faucet`, {}],
        [`/agent/wallets/${ALICE}/disable`, {}],
        [`/agent/wallets/${ALICE}/freeze`, {}],
        [`/agent/wallets/${ALICE}/unfreeze`, {}],
        ['/agent/intents', { agent_id: ALICE }],
        [`/agent/intents/${intentId}/confirm`, {}],
        [`/agent/intents/${intentId}/execute`, {}],
        [`/agent/intents/${intentId}/cancel`, {}],
        ['/agent/onboarding/start', { agent_id: ALICE, user_email: 'not one' }],
        ['/agent/onboarding/verify', { onboarding_id: onboardingId, otp: '000000' }],
      ];
      expect(writes.length).toBe(WRITES.filter(({ path }) => path.startsWith('/agent/')).length);
      for (const [path, body] of writes) expectError(await post(path, body, bob), 403, 'api_key_forbidden');
      for (const [path, body] of writes) {
        expect([path, (await post(path, body, alice)).body?.error?.code]).not.toEqual([
          path,
          expect.stringMatching(/^api_key/),
        ]);
      }
    });

    it('leaves a request without a valid agent to the validation of its endpoint', async () => {
      const key = await keyFor();
      expectError(await post('/agent/wallets', {}, key), 400, 'agent_id_invalid');
      expectError(await post('/agent/intents', { agent_id: 7 }, key), 400, 'agent_id_invalid');
      expectError(await post('/agent/intents', [], key), 400, 'agent_intent_invalid');
      const unknownId = `agent_intent_${'0'.repeat(32)}`;
      expectError(await post(`/agent/intents/${unknownId}/execute`, {}, key), 404, 'agent_intent_not_found');
      const verify = { onboarding_id: `agent_onboarding_${'f'.repeat(32)}`, otp: '000000' };
      expectError(await post('/agent/onboarding/verify', verify, key), 404, 'agent_onboarding_not_found');
      expectError(
        await post('/agent/onboarding/verify', { onboarding_id: '\0' }, key),
        400,
        'agent_onboarding_invalid',
      );
    });

    it('refuses a key without the scope of the write with api_key_forbidden', async () => {
      const careful = await keyFor({ scopes: ['intents'] });
      const intentId = await intentOf(ALICE, careful);
      const refused = await post(`/agent/intents/${intentId}/execute`, {}, careful);
      expectError(refused, 403, 'api_key_forbidden');
      expect(refused.body.error.message).toBe('The API key has no scope execute.');
      expectError(await post('/trade-intents', {}, careful), 403, 'api_key_forbidden');
      const records = await keyFor({ agentId: null, scopes: ['records'] });
      expectError(await post('/trade-intents', {}, records), 400, 'invalid_trade_intent');
      expectError(await post('/agent/intents', { agent_id: ALICE }, records), 403, 'api_key_forbidden');
    });

    it('allows the Authorization header in CORS preflights', async () => {
      const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
      const preflight = await client.send('/agent/intents', { method: 'OPTIONS', headers });
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/, Authorization$/);
    });
  });

  describe('with AUTH_MODE=off', () => {
    beforeAll(async () => {
      api = await startTestApi();
      client = new Client(api.url);
    });
    afterAll(() => api?.stop());

    it('needs no key for writes and ignores an invalid one', async () => {
      for (const { path } of WRITES) {
        const wrong: Record<string, string> = { authorization: 'Bearer x' };
        for (const headers of [{}, wrong]) {
          const { status } = await client.post(path, {}, headers);
          expect([path, status]).not.toEqual([path, 401]);
          expect([path, status]).not.toEqual([path, 403]);
        }
      }
    });

    it('does not allow the Authorization header in CORS preflights', async () => {
      const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
      const preflight = await client.send('/agent/intents', { method: 'OPTIONS', headers });
      expect(preflight.headers.get('access-control-allow-headers')).toBe('Content-Type, X-Request-ID, Prefer');
    });
  });
});
