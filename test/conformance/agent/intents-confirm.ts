import { ACTION_NAMES, ACTIONS } from '@app/common';
import { Agent, ELSEWHERE, UNKNOWN_INTENT } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

const DECIMAL = expect.stringMatching(/^\d+(\.\d+)?$/);
const FUNCTIONS = ACTION_NAMES.map((action) => [action, ACTIONS[action].function] as const);

export function intentsConfirm({ client: api }: Product): void {
  describe('POST /agent/intents/{intent_id}/confirm', () => {
    const confirm = (id: string, body?: string) => api.postText(`/agent/intents/${id}/confirm`, body);

    describe('200', () => {
      it.each(FUNCTIONS)('plans %s as %s without a broadcast', async (action, name) => {
        const id = await new Agent(api).preview(action);
        const { status, body } = await confirm(id);
        expect(status).toBe(200);
        expect(body.execution_plan).toMatchObject({
          intent_id: id,
          action,
          status: 'confirmed',
          execution_mode: 'provider_developer_wallet_api',
          network: 'CHAIN-TESTNET',
          broadcast_performed: false,
          transaction_hash: null,
          requires_signature: false,
          transaction_request: { function: name, chain: 'CHAIN-TESTNET', value: '0', broadcast_performed: false },
        });
      });

      it('shows an approval for buys only', async () => {
        const { body: contract } = await api.get('/chain/contract');
        const buy = await confirm(await new Agent(api).preview('buy_yes', { amount: '10' }));
        expect(buy.body.execution_plan.approval).toMatchObject({
          to: contract.collateral_erc20_interface,
          function: 'approve',
          args: [expect.stringMatching(new RegExp(ELSEWHERE, 'i')), '200000000'],
          args_display: [expect.stringMatching(new RegExp(ELSEWHERE, 'i')), '200'],
        });
        const close = await confirm(await new Agent(api).preview('close_market'));
        expect(close.body.execution_plan.approval).toBeNull();
      });

      it('shows the fee in preview and plan', async () => {
        const agent = await Agent.withFunds(api);
        const { body } = await agent.create('close_market', await agent.createMarket());
        const fee = {
          ...{ payer: 'agent_wallet', gas_limit: expect.any(Number), max_fee_per_gas: expect.stringMatching(/^\d+$/) },
          ...{ max_cost: DECIMAL, estimated_cost: DECIMAL, native_balance: DECIMAL },
          ...{ executions_left: expect.any(Number), sponsored: expect.any(Boolean), as_of_block: expect.any(Number) },
        };
        expect(body.intent).toMatchObject({ validation_result: { fee } });
        expect((await confirm(body.intent.intent_id)).body.execution_plan).toMatchObject({ fee });
      });

      it('returns the same plan when repeated', async () => {
        const id = await new Agent(api).preview('claim_payout');
        const first = await confirm(id);
        expect(await confirm(id, '{"ignored":1}')).toMatchObject({ status: 200, body: first.body });
      });
    });

    describe('400 invalid_json', () => {
      it('refuses a malformed body', async () => {
        expectError(await confirm(await new Agent(api).preview('claim_payout'), '{'), 400, 'invalid_json');
      });
    });

    describe('403 agent_action_forbidden', () => {
      it('refuses an action that the wallet no longer allows', async () => {
        const agent = new Agent(api);
        const id = await agent.preview('buy_yes');
        await agent.register({ allowed_actions: ['claim_payout'] });
        expectError(await confirm(id), 403, 'agent_action_forbidden');
      });
    });

    describe('403 agent_policy_violation', () => {
      it('refuses an amount above a lowered max_trade_amount', async () => {
        const agent = new Agent(api);
        const id = await agent.preview('buy_yes', { amount: '10' });
        await agent.register({ policy_metadata: { max_trade_amount: '9.999999' } });
        expectError(await confirm(id), 403, 'agent_policy_violation');
      });
    });

    describe('404 agent_intent_not_found', () => {
      it.each([UNKNOWN_INTENT, 'nonsense'])('refuses %s', async (id) => {
        expectError(await confirm(id), 404, 'agent_intent_not_found');
      });
    });

    describe('409 agent_intent_status_invalid', () => {
      it('refuses a cancelled intent', async () => {
        const agent = new Agent(api);
        const id = await agent.preview('claim_payout');
        await agent.step(id, 'cancel');
        expectError(await confirm(id), 409, 'agent_intent_status_invalid');
      });
    });
  });
}
