import { expect } from '@jest/globals';
import { ApiKeysRepository, newKey } from '@app/agents';
import { claimBody, WALLET } from '../../../../test/access/tenant.js';
import { startTestApi, type TestApi } from '../../../../test/api/start-test-api.js';
import { Client, expectError } from '../../../../test/conformance/support/client.js';
import { describeApi } from '../../../../tools/build/describe-api.js';
import { findAccountId, issueKey, type KeyOptions } from '../../../../tools/support/issue-key.js';

const ALICE = 'agent_alice_01';
const WRITES = Object.entries((await describeApi()).paths).flatMap(([path, { post }]) =>
  post === undefined ? [] : [{ path, security: post.security }],
);

describe('API keys', () => {
  let api: TestApi;
  let client: Client;

  describe('with AUTH_MODE=api_key', () => {
    beforeAll(async () => {
      api = await startTestApi({ AUTH_MODE: 'api_key' });
      client = new Client(api.url);
    });
    afterAll(() => api?.stop());

    const keyFor = (options: Partial<KeyOptions> = {}): Promise<string> =>
      issueKey(api.database, { account: 'alice', ...options });

    const post = async (path: string, body: unknown, key: string): ReturnType<Client['post']> =>
      client.post(path, body, { authorization: `Bearer ${key}` });

    it('refuses every write without a key with api_key_invalid, before any validation', async () => {
      expect(WRITES.length).toBeGreaterThan(10);
      for (const { path } of WRITES) {
        const answer = await client.post(path, {});
        expectError(answer, 401, 'api_key_invalid');
        expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="presage"');
        expect(answer.body.error.message).toContain('"Authorization: Bearer presage_KEY"');
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
        const isBearer = authorization.startsWith('Bearer ');
        expect(answer.body.error.message).toMatch(
          isBearer ? /^The API key is unknown/ : /must be "Bearer presage_KEY"/,
        );
      }
      expect((await post('/agent/wallets', { agent_id: ALICE, ...WALLET }, valid)).status).toBe(201);
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

    it('gives a new agent to the account of the key that creates its first record', async () => {
      const [alice, bob] = [await keyFor(), await keyFor({ account: 'bob' })];
      const firsts: [agentId: string, path: string, body: object][] = [
        ['agent_first_wallet', '/agent/wallets', { agent_id: 'agent_first_wallet', ...WALLET }],
        ['agent_first_intent', '/agent/intents', claimBody('agent_first_intent')],
        [
          'agent_first_mail',
          '/agent/onboarding/start',
          { agent_id: 'agent_first_mail', user_email: 'first@example.com' },
        ],
      ];
      for (const [agentId, path, body] of firsts) {
        expect((await post(path, body, alice)).status).toBe(201);
        expectError(await post(path, body, bob), 404, 'agent_not_found');
        expectError(await post('/agent/wallets', { agent_id: agentId, ...WALLET }, bob), 404, 'agent_not_found');
        expect([200, 201]).toContain((await post('/agent/wallets', { agent_id: agentId, ...WALLET }, alice)).status);
      }
    });

    it('gives an agent to one account, of many that register it at the same time', async () => {
      const keys = await Promise.all(['one', 'two', 'three', 'four'].map((account) => keyFor({ account })));
      const register = (key: string): ReturnType<Client['post']> =>
        post('/agent/wallets', { agent_id: 'agent_raced_for', ...WALLET }, key);
      const answers = await Promise.all([...keys, ...keys].map(register));
      const owners = new Set(answers.flatMap(({ status }, index) => (status < 300 ? [index % keys.length] : [])));
      expect(owners.size).toBe(1);
      for (const answer of answers) if (answer.status >= 300) expectError(answer, 404, 'agent_not_found');
    });

    it('does not give an agent away whose records were created without keys', async () => {
      const key = await keyFor();
      await api.database.query(`INSERT INTO users (kind, agent_id) VALUES ('agent', 'agent_unowned_w')`);
      await api.database.query(
        `INSERT INTO agent_intents (id, agent_id, action, status, user_wallet, market_id, request_hash)
         VALUES ('agent_intent_' || repeat('7', 32), 'agent_unowned_i', 'claim_payout', 'preview', 'x', 'm', '')`,
      );
      for (const agentId of ['agent_unowned_w', 'agent_unowned_i']) {
        for (const [path, body] of [
          ['/agent/wallets', { agent_id: agentId, ...WALLET }],
          ['/agent/intents', claimBody(agentId)],
          ['/agent/onboarding/start', { agent_id: agentId, user_email: 'taker@example.com' }],
        ] as const) {
          expectError(await post(path, body, key), 404, 'agent_not_found');
        }
      }
      const rows = await api.database.query(`SELECT FROM users WHERE agent_id = 'agent_unowned_i'`);
      expect(rows).toHaveLength(0);
    });

    it('creates no agent with a key for named agents', async () => {
      const key = await keyFor({ agentIds: [ALICE] });
      expectError(
        await post('/agent/wallets', { agent_id: 'agent_not_named', ...WALLET }, key),
        404,
        'agent_not_found',
      );
    });

    it('keeps nothing of an agent whose registration is refused', async () => {
      const body = { agent_id: 'agent_refused_1', ...WALLET, policy_metadata: { max_trade_amount: '0.0000001' } };
      expectError(await post('/agent/wallets', body, await keyFor()), 400, 'agent_wallet_invalid');
      expect(await api.database.query(`SELECT FROM users WHERE agent_id = 'agent_refused_1'`)).toHaveLength(0);
    });

    it('writes records for the agents of the account, and of those that the key names', async () => {
      const [other, mine] = ['agent_records_1', 'agent_records_2'];
      const accountId = await findAccountId(api.database, 'alice');
      const users = await api.database.query<{ id: string }>(
        `INSERT INTO users (kind, agent_id, account_id) SELECT 'agent', agent_id, $1 FROM unnest($2::text[]) AS agent_id
         RETURNING id`,
        [accountId, [other, mine]],
      );
      const key = await keyFor({ agentIds: [mine] });
      const market = { title: 'T', chain: 'C', closes_at: '2099-01-01T00:00:00Z' };
      const statuses = [];
      for (const { id } of users) {
        statuses.push((await post('/markets', { ...market, creator_user_id: id }, key)).status);
      }
      expect(statuses).toEqual([400, 201]);
    });

    it('allows the Authorization header in CORS preflights', async () => {
      const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' };
      const preflight = await client.send('/agent/intents', { method: 'OPTIONS', headers });
      expect(preflight.headers.get('access-control-allow-headers')).toMatch(/, Authorization$/);
    });
  });

  describe('with AUTH_MODE=off and AUTH_READS=account', () => {
    beforeAll(async () => {
      api = await startTestApi({ AUTH_READS: 'account' });
      client = new Client(api.url);
    });
    afterAll(() => api?.stop());

    it('needs no key for writes, and a key of the owning account for reads', async () => {
      const key = await issueKey(api.database, { account: 'alice', scopes: ['read'] });
      expect((await client.post('/agent/wallets', { agent_id: ALICE, ...WALLET })).status).toBe(201);
      expectError(await client.get(`/agent/wallets/${ALICE}`), 401, 'api_key_invalid');
      const read = (): ReturnType<Client['get']> =>
        client.get(`/agent/wallets/${ALICE}`, { authorization: `Bearer ${key}` });
      expectError(await read(), 404, 'agent_wallet_not_found');
      const accountId = await findAccountId(api.database, 'alice');
      await api.database.query('UPDATE users SET account_id = $1 WHERE agent_id = $2', [accountId, ALICE]);
      expect((await read()).status).toBe(200);
    });

    it('needs a key for the list of webhooks, whose URLs may hold credentials of receivers', async () => {
      expectError(await client.get('/agent/webhooks'), 401, 'api_key_invalid');
      const key = await issueKey(api.database, { account: 'alice', scopes: ['webhooks'] });
      const { status } = await client.get('/agent/webhooks', { authorization: `Bearer ${key}` });
      expect([200, 501]).toContain(status);
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
      expect(preflight.headers.get('access-control-allow-headers')).toBe(
        'Content-Type, X-Request-ID, Prefer, traceparent',
      );
    });
  });
});
