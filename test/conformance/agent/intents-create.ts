import { ACTION_NAMES, type Action } from '@app/common';
import { newAgent, USER, walletBody } from '../../agents/requests.js';
import { Agent, ELSEWHERE, intentBody } from '../support/agent.js';
import { inDays, ISO_TIMESTAMP } from '../support/bodies.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function intentsCreate({ client: api }: Product): void {
  describe('POST /agent/intents', () => {
    const create = (action: Action, changes: object = {}, agentId = newAgent()) =>
      api.post('/agent/intents', intentBody(agentId, action, changes));

    describe('201', () => {
      it.each(ACTION_NAMES)('previews %s', async (action) => {
        const { status, body } = await create(action);
        expect(status).toBe(201);
        expect(body.intent).toMatchObject({
          action,
          status: 'preview',
          requires_confirmation: true,
          validation_result: { valid: true, errors: [] },
        });
      });

      it('returns every field, with null for those that the action does not use', async () => {
        const agentId = newAgent();
        const { body } = await create('buy_yes', { amount: '010.50', source_client: 'cli', question: 7 }, agentId);
        expect(body.intent).toMatchObject({
          intent_id: expect.stringMatching(/^agent_intent_[0-9a-f]{32}$/),
          agent_id: agentId,
          user_wallet: USER,
          market_id: 'rain-in-lisbon',
          market_contract_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
          amount: '10.5',
          outcome: null,
          resolver: null,
          collateral_token: null,
          close_timestamp: null,
          question: null,
          source_client: 'cli',
          client_request_id: null,
          executions_count: 0,
          latest_execution_status: null,
          created_at: ISO_TIMESTAMP,
          updated_at: ISO_TIMESTAMP,
          confirmed_at: null,
          executed_at: null,
        });
      });

      it.each([
        ['YES', 'yes'],
        ['1', 'yes'],
        ['No', 'no'],
        ['2', 'no'],
      ])('reads an outcome of %s as %s', async (outcome, expected) => {
        expect((await create('resolve_market', { outcome })).body.intent.outcome).toBe(expected);
      });

      it.each([
        ['2100-01-02T03:04:05.987+02:00', '2100-01-02T01:04:05.000Z'],
        ['4102542245', '2100-01-02T03:04:05.000Z'],
        [4102542245, '2100-01-02T03:04:05.000Z'],
      ])('reads a close_timestamp of %s', async (close_timestamp, expected) => {
        expect((await create('create_market', { close_timestamp })).body.intent.close_timestamp).toBe(expected);
      });

      it('warns of a market_id of another market', async () => {
        const agent = await Agent.withFunds(api);
        const market = await agent.createMarket();
        const readWarnings = async (changes: object): Promise<string[]> =>
          (await agent.create('buy_yes', { ...market, ...changes })).body.intent.warnings;
        const [usual, other] = [await readWarnings({}), await readWarnings({ market_id: 'another-market' })];
        expect(other).toHaveLength(usual.length + 1);
      });

      it('names ignored fields in warnings', async () => {
        const { body } = await create('close_market', { min_multiplier: '2' });
        expect(body.intent.warnings.filter((warning) => warning.includes('min_multiplier'))).toHaveLength(1);
      });

      it('states whether execution would take effect', async () => {
        const { body } = await create('buy_yes');
        expect(body.intent).toMatchObject({ validation_result: { valid: true, would_execute: false } });
      });

      it('warns of a contract that the factory did not deploy', async () => {
        const { body } = await create('buy_yes', { market_contract_address: ELSEWHERE });
        expect(body.intent.warnings).toHaveLength(1);
      });
    });

    describe('200', () => {
      it('returns the same intent for the same key and an equivalent body', async () => {
        const agentId = newAgent();
        const key = { source_client: 'cli', client_request_id: 'order-1' };
        const first = await create('buy_yes', { ...key, amount: '10' }, agentId);
        const again = await create('buy_yes', { ...key, amount: '10.00' }, agentId);
        expect([first.status, again.status]).toEqual([201, 200]);
        expect(again.body.intent).toEqual(first.body.intent);
      });

      it('returns the current state of the intent for a repeated key', async () => {
        const agent = new Agent(api);
        const key = { client_request_id: 'order-1' };
        const id = await agent.preview('buy_yes', key);
        await agent.step(id, 'cancel');
        const replay = await agent.create('buy_yes', key);
        expect(replay).toMatchObject({ status: 200, body: { intent: { intent_id: id, status: 'cancelled' } } });
      });

      it('scopes keys by agent and client, and treats an absent client as empty', async () => {
        const agent = new Agent(api);
        const id = await agent.preview('buy_yes', { client_request_id: 'order-1' });
        const same = await agent.create('buy_yes', { client_request_id: 'order-1', source_client: '' });
        expect(same).toMatchObject({ status: 200, body: { intent: { intent_id: id } } });
        expect((await agent.create('buy_yes', { client_request_id: 'order-1', source_client: 'cli' })).status).toBe(
          201,
        );
        expect((await new Agent(api).create('buy_yes', { client_request_id: 'order-1' })).status).toBe(201);
        const keyless = await Promise.all([1, 2].map(() => agent.create('buy_yes', { source_client: 'cli' })));
        expect(keyless.map(({ status }) => status)).toEqual([201, 201]);
      });

      it('creates one intent for 64 concurrent requests', async () => {
        const agentId = newAgent();
        const answers = await Promise.all(
          Array.from({ length: 64 }, () => create('buy_yes', { client_request_id: 'order-1' }, agentId)),
        );
        expect(new Set(answers.map(({ body }) => body.intent.intent_id)).size).toBe(1);
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      });
    });

    describe('evidence', () => {
      it('records it in a normal form, and does not fetch it', async () => {
        const url = 'https://presage-evidence.example.org/a?b=%7B#c';
        const evidence = { url, sha256: 'AB'.repeat(32), note: 'Page 3: <b>rain</b>' };
        const { status, body } = await create('resolve_market', { evidence });
        expect(status).toBe(201);
        const stated = { ...evidence, sha256: 'ab'.repeat(32) };
        expect(body.intent).toMatchObject({ evidence: stated, params: { outcome: 'yes', evidence: stated } });
        expect(body.intent.warnings).not.toContainEqual(expect.stringContaining('evidence'));
        const short = await create('resolve_market', { evidence: { url, sha256: null, note: ' ' } });
        expect(short.body.intent.evidence).toEqual({ url, sha256: null, note: null });
      });

      it('warns without it', async () => {
        const { body } = await create('resolve_market', { evidence: undefined });
        expect(body.intent.evidence).toBeNull();
        expect(body.intent.warnings).toContainEqual(expect.stringContaining('no evidence'));
      });

      it('is part of the request that a key stands for', async () => {
        const key = { client_request_id: 'resolve-1', evidence: { url: 'https://example.org/a' } };
        const agentId = newAgent();
        const { body } = await create('resolve_market', key, agentId);
        const repeat = await create('resolve_market', { ...key, evidence: { ...key.evidence, note: null } }, agentId);
        expect([repeat.status, repeat.body.intent.intent_id]).toEqual([200, body.intent.intent_id]);
        const other = await create('resolve_market', { ...key, evidence: { url: 'https://example.org/b' } }, agentId);
        expectError(other, 409, 'agent_intent_conflict', ['intent_id']);
      });

      it.each<unknown>([
        ...['https://example.org/', [], {}, { url: null }, { url: 'https://example.org/', page: 3 }],
        ...['http://example.org/', 'https://127.0.0.1/', 'https://localhost/', 'https://a@example.org/'].map((url) => ({
          url,
        })),
        { url: `https://example.org/${'a'.repeat(2_029)}` },
        { url: 'javascript:alert(1)' },
        ...['a'.repeat(63), 'g'.repeat(64), 7].map((sha256) => ({ url: 'https://example.org/', sha256 })),
        ...['n'.repeat(2_001), 'a\u202eb', 'a\nb'].map((note) => ({ url: 'https://example.org/', note })),
      ])('refuses %j', async (evidence) => {
        const answer = await create('resolve_market', { evidence });
        expectError(answer, 400, 'agent_intent_invalid');
        expect(answer.body.error.details).toHaveLength(1);
      });
    });

    describe('400 invalid_json', () => {
      it.each(['', '{"action":'])('refuses %j', async (body) => {
        expectError(await api.postText('/agent/intents', body), 400, 'invalid_json');
      });
    });

    describe('400 agent_id_invalid', () => {
      it.each([undefined, null, '', 'agent_test', 7])('refuses %j before any other failure', async (agent_id) => {
        expectError(await api.post('/agent/intents', { agent_id, action: 'dance' }), 400, 'agent_id_invalid');
      });
    });

    describe('400 agent_intent_invalid', () => {
      it.each(['null', '[]', '"text"'])('refuses %s as body', async (body) => {
        expectError(await api.postText('/agent/intents', body), 400, 'agent_intent_invalid');
      });

      it('refuses unknown fields with Prefer: handling=strict', async () => {
        const body = intentBody(newAgent(), 'buy_yes', { min_multiplier: '2' });
        const answer = await api.post('/agent/intents', body, { prefer: 'handling=strict' });
        expectError(answer, 400, 'agent_intent_invalid');
      });

      it('refuses a limit of the wallet', async () => {
        expectError(await create('buy_yes', { max_trade_amount: '5' }), 400, 'agent_intent_invalid');
      });

      it.each<[Action, string]>([
        ['create_market', 'question'],
        ['create_market', 'close_timestamp'],
        ['create_market', 'resolver'],
        ['create_market', 'collateral_token'],
        ['buy_yes', 'market_contract_address'],
        ['buy_yes', 'amount'],
        ['resolve_market', 'outcome'],
        ['claim_payout', 'market_contract_address'],
        ['claim_payout', 'user_wallet'],
        ['claim_payout', 'market_id'],
      ])('requires for %s the field %s', async (action, field) => {
        expectError(await create(action, { [field]: undefined }), 400, 'agent_intent_invalid');
      });

      it.each<[Action, object]>([
        ['create_market', { close_timestamp: inDays(-1) }],
        ['create_market', { close_timestamp: 4102542245000 }],
        ['create_market', { question: 'q'.repeat(501) }],
        ['buy_yes', { amount: 10 }],
        ['buy_yes', { amount: '0' }],
        ['buy_yes', { amount: '1e3' }],
        ['buy_yes', { amount: `0.${'0'.repeat(17)}1` }],
        ['buy_yes', { market_contract_address: '0xDbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB' }],
        ['resolve_market', { outcome: 'maybe' }],
        ['claim_payout', { action: 'withdraw' }],
        ['claim_payout', { market_id: 'a\0b' }],
      ])('refuses for %s the fields %j', async (action, changes) => {
        const answer = await create(action, changes);
        expectError(answer, 400, 'agent_intent_invalid');
        expect(answer.body.error.details).toHaveLength(1);
      });
    });

    describe('403 agent_action_forbidden', () => {
      it('refuses an action that the wallet does not allow', async () => {
        const { id } = await Agent.withWallet(api, { allowed_actions: ['claim_payout'] });
        expectError(await create('buy_yes', {}, id), 403, 'agent_action_forbidden');
      });
    });

    describe('403 agent_policy_violation', () => {
      it('refuses a buy above max_trade_amount and accepts one equal to it', async () => {
        const { id } = await Agent.withWallet(api, { policy_metadata: { max_trade_amount: '10' } });
        expectError(await create('buy_yes', { amount: '10.000001' }, id), 403, 'agent_policy_violation');
        expect((await create('buy_yes', { amount: '10.0' }, id)).status).toBe(201);
      });
    });

    describe('409 agent_intent_conflict', () => {
      it('refuses another body for the same key', async () => {
        const agentId = newAgent();
        const first = await create('buy_yes', { client_request_id: 'order-1' }, agentId);
        const other = await create('buy_yes', { client_request_id: 'order-1', amount: '11' }, agentId);
        expectError(other, 409, 'agent_intent_conflict', ['intent_id']);
        const { intent_id } = first.body.intent;
        expect([other.body.error['intent_id'], other.headers.get('location')]).toEqual([
          intent_id,
          `/agent/intents/${intent_id}`,
        ]);
      });

      it('is checked before close time and wallet', async () => {
        const { id } = await Agent.withWallet(api);
        const key = { client_request_id: 'order-1' };
        const first = await create('buy_yes', key, id);
        await api.post('/agent/wallets', walletBody(id, { allowed_actions: ['claim_payout'] }));
        const replay = await create('buy_yes', key, id);
        expect(replay).toMatchObject({ status: 200, body: { intent: { intent_id: first.body.intent.intent_id } } });
        const other = await create('create_market', { ...key, close_timestamp: inDays(-1) }, id);
        expectError(other, 409, 'agent_intent_conflict', ['intent_id']);
      });
    });
  });
}
