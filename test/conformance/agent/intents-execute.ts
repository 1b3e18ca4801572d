import { randomBytes } from 'node:crypto';
import type { Answer } from '../support/answer.js';
import { Agent, ELSEWHERE, UNKNOWN_INTENT } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';
import type { SettledMarket } from '../support/settled-market.js';

const HASH = /^0x[0-9a-f]{64}$/;

export function intentsExecute({ client: api }: Product, settled: () => Promise<SettledMarket>): void {
  describe('POST /agent/intents/{intent_id}/execute', () => {
    let agent: Agent;

    beforeAll(async () => {
      agent = await Agent.withFunds(api);
    });

    function expectExecuted({ status, body }: Answer, readback: object): void {
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          execution: {
            status: 'executed',
            execution_mode: 'provider_developer_wallet_api',
            network: 'CHAIN-TESTNET',
            broadcast_performed: true,
            transaction_hash: expect.stringMatching(HASH),
            error_code: null,
            waiting_for: null,
            trace_id: null,
          },
        },
      });
      expect(body.execution.readback).toMatchObject(readback);
    }

    describe('200', () => {
      it('executes every action from stakes to payout', async () => {
        const { buyYes, buyNo, close, resolve, claim } = (await settled()).answers;
        expectExecuted(buyYes, { yes_positions: '10000000' });
        expect(buyYes.body.execution.approve_transaction_hash).toMatch(HASH);
        expectExecuted(buyNo, { no_positions: '30000000' });
        expectExecuted(close, { is_open: false });
        expect(close.body.execution).not.toHaveProperty('approve_transaction_hash');
        expectExecuted(resolve, { winning_outcome: '1', claimable_payout: '20000000', has_claimed: false });
        expectExecuted(claim, { claimable_payout: '0', has_claimed: true });
      });

      it('buys again on the approval of the first buy, which the plan no longer shows', async () => {
        const market = await agent.createMarket();
        const { body: first } = await agent.run('buy_yes', { ...market, amount: '1' });
        const second = await agent.confirmed('buy_no', { ...market, amount: '2' });
        const { planned_calls: calls } = (await api.get(`/agent/intents/${second}`)).body;
        expect(calls).toMatchObject({ approval: null, transaction_request: { function: 'buyNo' } });
        const { body } = await agent.step(second, 'execute', { prefer: 'wait=60' });
        expect(body.execution).toMatchObject({
          ...{ status: 'executed', approve_transaction_hash: first.execution.approve_transaction_hash },
          readback: { no_positions: '2000000' },
        });
        const [attempt] = (await api.get(`/agent/intents/${second}/executions`)).body.executions;
        expect(attempt).toMatchObject({ steps: [{ kind: 'main', status: 'done' }] });
      });

      it('refunds stakes of a cancelled market', async () => {
        const market = await agent.createMarket();
        await agent.run('buy_no', { ...market, amount: '1' });
        expectExecuted(await agent.run('cancel_market', market), { claimable_refund: '1000000' });
        expectExecuted(await agent.run('claim_refund', market), { claimable_refund: '0', has_claimed: true });
      });
    });

    describe('202', () => {
      it('answers immediately with a Location when respond-async is preferred', async () => {
        const market = await agent.createMarket();
        const id = await agent.confirmed('buy_no', { ...market, amount: '1' });
        const answer = await agent.step(id, 'execute', { prefer: 'respond-async' });
        expect(answer).toMatchObject({ status: 202, body: { execution: { intent_id: id } } });
        expect(answer.headers.get('location')).toBe(`/agent/intents/${id}/executions`);
        expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      });
    });

    describe('Prefer', () => {
      it.each(['wait=61', 'wait=-1', 'wait=1.5', 'wait=soon', 'return=minimal', 'nonsense'])(
        'takes %j for nothing that it knows',
        async (prefer) => {
          const id = await agent.confirmed('claim_payout');
          const { status } = await agent.step(id, 'execute', { prefer });
          expect([502, 202]).toContain(status);
        },
      );
    });

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        const path = `/agent/intents/${UNKNOWN_INTENT}/execute`;
        expectError(await api.postText(path, '{'), 400, 'invalid_json');
      });
    });

    describe('400 agent_wallet_missing', () => {
      it('refuses an agent without a wallet', async () => {
        const walletless = new Agent(api);
        expectError(await walletless.run('claim_payout'), 400, 'agent_wallet_missing');
      });
    });

    describe('403 agent_action_forbidden', () => {
      it('refuses an action that the wallet no longer allows', async () => {
        const other = await Agent.withWallet(api);
        const id = await other.confirmed('buy_yes');
        await other.register({ allowed_actions: ['claim_payout'] });
        expectError(await other.step(id, 'execute'), 403, 'agent_action_forbidden');
      });
    });

    describe('403 agent_policy_violation', () => {
      it('refuses an amount above a lowered max_trade_amount', async () => {
        const other = await Agent.withWallet(api);
        const id = await other.confirmed('buy_yes', { amount: '10' });
        await other.register({ policy_metadata: { max_trade_amount: '9' } });
        expectError(await other.step(id, 'execute'), 403, 'agent_policy_violation');
      });

      it.each(['daily_limit', 'total_limit'])('names the %s that a stake exceeds', async (rule) => {
        const other = await Agent.withWallet(api, { policy_metadata: { [rule]: '9' } });
        const answer = await other.run('buy_yes', { amount: '10' });
        expectError(answer, 403, 'agent_policy_violation', ['budget']);
        const unused = { spent: '0', reserved: '0', headroom: '9', resets_at: null };
        expect(answer.body.error.budget).toEqual({ scope: 'agent', rule, limit: '9', ...unused });
      });

      it('refuses buys and creations after valid_until, and no exit', async () => {
        const other = await Agent.withWallet(api);
        const ids = [await other.confirmed('buy_yes'), await other.confirmed('create_market')];
        const claim = await other.confirmed('claim_payout');
        const valid_until = '2026-01-01T00:00:00.000Z';
        await other.register({ policy_metadata: { valid_until } });
        for (const id of ids) {
          const answer = await other.step(id, 'execute');
          expectError(answer, 403, 'agent_policy_violation', ['budget']);
          expect(answer.body.error.budget).toMatchObject({ rule: 'valid_until', limit: valid_until });
        }
        expect((await other.step(claim, 'execute', { prefer: 'respond-async' })).status).toBe(202);
      });
    });

    describe('403 agent_approval_required', () => {
      it('refuses a buy above approval_above', async () => {
        const other = await Agent.withWallet(api, { policy_metadata: { approval_above: '9' } });
        expectError(await other.run('buy_yes', { amount: '10' }), 403, 'agent_approval_required');
      });
    });

    describe('404 agent_intent_not_found', () => {
      it.each([UNKNOWN_INTENT, 'nonsense'])('refuses %s', async (id) => {
        expectError(await agent.step(id, 'execute'), 404, 'agent_intent_not_found');
      });
    });

    describe('409 agent_intent_not_confirmed', () => {
      it('refuses a preview and names its status', async () => {
        const id = await agent.preview('claim_payout');
        const { status, body, headers } = await agent.step(id, 'execute');
        expect({ status, error: body.error }).toMatchObject({
          status: 409,
          error: { code: 'agent_intent_not_confirmed', intent_status: 'preview', execution_status: null },
        });
        expect(headers.get('location')).toBe(`/agent/intents/${id}/executions`);
      });

      it('executes once for concurrent requests', async () => {
        const market = await agent.createMarket();
        const id = await agent.confirmed('buy_yes', { ...market, amount: '1' });
        const answers = await Promise.all(Array.from({ length: 5 }, () => agent.step(id, 'execute')));
        expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
        expect((await api.get(`/agent/intents/${id}/executions`)).body.executions).toHaveLength(1);
      });
    });

    describe('409 agent_wallet_status_invalid', () => {
      it('refuses a disabled wallet', async () => {
        const disabled = await Agent.withWallet(api, { status: 'disabled' });
        expectError(await disabled.run('claim_payout'), 409, 'agent_wallet_status_invalid');
      });

      it('refuses a wallet without a provider id', async () => {
        const agent_wallet_address = `0x${randomBytes(20).toString('hex')}`;
        const foreign = await Agent.withWallet(api, { agent_wallet_address });
        expectError(await foreign.run('claim_payout'), 409, 'agent_wallet_status_invalid');
      });
    });

    describe('the order of checks', () => {
      it('is wallet, status, chain, action, amount, and no refusal changes the intent', async () => {
        const other = new Agent(api);
        const id = await other.confirmed('buy_yes', { amount: '10' });
        expectError(await other.step(id, 'execute'), 400, 'agent_wallet_missing');
        const limits = { allowed_actions: ['claim_payout'], policy_metadata: { max_trade_amount: '9' } };
        await other.register({ ...limits, status: 'disabled', chain: 'CHAIN-ELSEWHERE' });
        expectError(await other.step(id, 'execute'), 409, 'agent_wallet_status_invalid');
        await other.register({ ...limits, status: 'active' });
        expectError(await other.step(id, 'execute'), 409, 'agent_wallet_chain_invalid');
        await other.register({ ...limits, chain: 'CHAIN-TESTNET' });
        expectError(await other.step(id, 'execute'), 403, 'agent_action_forbidden');
        await other.register({ ...limits, allowed_actions: ['buy_yes'] });
        expectError(await other.step(id, 'execute'), 403, 'agent_policy_violation');
        expect((await api.get(`/agent/intents/${id}`)).body.intent).toMatchObject({
          status: 'confirmed',
          executions_count: 0,
        });
      });
    });

    describe('409 agent_wallet_chain_invalid', () => {
      it('refuses a wallet of another chain', async () => {
        const elsewhere = await Agent.withWallet(api, { chain: 'CHAIN-ELSEWHERE' });
        expectError(await elsewhere.run('claim_payout'), 409, 'agent_wallet_chain_invalid');
      });
    });

    describe('502 agent_execution_failed', () => {
      it('sends nothing to a contract that the factory did not deploy and records the reason', async () => {
        const id = await agent.confirmed('buy_yes', { market_contract_address: ELSEWHERE });
        const { status, body, headers } = await agent.step(id, 'execute', { prefer: 'wait=60' });
        expect({ status, error: body.error }).toMatchObject({
          status: 502,
          error: {
            code: 'agent_execution_failed',
            intent_status: 'failed',
            execution_status: 'failed',
            failure_reason: 'market_not_ours',
          },
        });
        expect(headers.get('location')).toBe(`/agent/intents/${id}/executions`);
        const list = await api.get(`/agent/intents/${id}/executions`);
        expect(list.body.executions).toEqual([
          expect.objectContaining({
            status: 'failed',
            broadcast_performed: false,
            approve_transaction_hash: null,
            transaction_hash: null,
            error_code: 'agent_execution_failed',
            failure_reason: 'market_not_ours',
            error_message: body.error.message,
            retry_safe: true,
          }),
        ]);
      });
    });
  });
}
