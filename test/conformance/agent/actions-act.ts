import { Agent, ELSEWHERE } from '../support/agent.js';
import { expectError } from '../support/client.js';
import type { Product } from '../support/product.js';

export function actionsAct({ client: api }: Product): void {
  describe('POST /agent/actions', () => {
    let agent: Agent;
    let market: object;

    beforeAll(async () => {
      agent = await Agent.withFunds(api);
      market = await agent.createMarket();
    });

    const KEY = { source_client: 'conformance', client_request_id: 'bet' };

    it('200 with the executed intent, its plan and its execution, and the same for a repeat', async () => {
      const bet = { ...market, ...KEY, amount: '2', expect: { min_multiple: '1', max_fee: '1' } };
      const first = await agent.act('buy_yes', bet);
      const { intent, execution, execution_plan: plan } = first.body;
      expect({ status: first.status, intent, execution, plan }).toMatchObject({
        status: 200,
        intent: { status: 'executed', executions_count: 1, validation_result: { would_execute: true } },
        plan: { intent_id: intent.intent_id, transaction_request: { function: 'buyYes', args: ['2000000', '0'] } },
        execution: { intent_id: intent.intent_id, status: 'executed', readback: { yes_positions: '2000000' } },
      });
      expect(intent).toEqual((await api.get(`/agent/intents/${intent.intent_id}`)).body.intent);
      const again = await agent.act('buy_yes', bet);
      expect([again.status, again.body]).toEqual([200, first.body]);
    });

    it('202 at once when respond-async is preferred, and one effect of simultaneous repeats', async () => {
      const bet = { ...market, ...KEY, client_request_id: 'one bet', amount: '1' };
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => agent.act('buy_no', bet, { prefer: 'respond-async' })),
      );
      expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
      expect(new Set(answers.map(({ body }) => body.execution.execution_id)).size).toBe(1);
      const { status, body } = await agent.act('buy_no', bet);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { intent: { executions_count: 1 }, execution: { readback: { no_positions: '1000000' } } },
      });
    });

    it('400 agent_intent_invalid without client_request_id', async () => {
      expectError(await agent.act('buy_yes', { ...market, amount: '1' }), 400, 'agent_intent_invalid');
    });

    it('400 agent_wallet_missing', async () => {
      expectError(await new Agent(api).act('claim_payout', KEY), 400, 'agent_wallet_missing');
    });

    it.each<[string, object]>([
      ['a check fails', { market_contract_address: ELSEWHERE, amount: '1' }],
      ['the stake exceeds the balance', { amount: '999999999' }],
      ['the payout is lower than expected', { amount: '1', expect: { min_multiple: '100' } }],
      ['the gas costs more than expected', { amount: '1', expect: { max_fee: '0' } }],
    ])('409 agent_action_refused with the preview when %s', async (name, changes) => {
      const body = { ...market, ...KEY, client_request_id: name, ...changes };
      const answer = await agent.act('buy_yes', body);
      expectError(answer, 409, 'agent_action_refused', ['intent_id', 'intent']);
      const { intent, intent_id: id } = answer.body.error;
      expect(intent).toMatchObject({ status: 'preview', executions_count: 0, client_request_id: name });
      expect(answer.headers.get('location')).toBe(`/agent/intents/${id}`);
      expectError(await agent.act('buy_yes', body), 409, 'agent_action_refused', ['intent_id', 'intent']);
      expect((await api.get(`/agent/intents/${id}/executions`)).body.executions).toEqual([]);
    });

    it('409 agent_intent_conflict for another request under the key', async () => {
      const body = { ...market, ...KEY, client_request_id: 'conflict', amount: '1', expect: { max_fee: '0' } };
      expectError(await agent.act('buy_yes', body), 409, 'agent_action_refused', ['intent_id', 'intent']);
      expectError(await agent.act('buy_yes', { ...body, amount: '2' }), 409, 'agent_intent_conflict', ['intent_id']);
    });
  });
}
