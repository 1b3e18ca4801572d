import { computeRef } from '@app/chain';
import type { AgentClient, Answer } from '../support/agent-client.js';
import type { Product } from '../support/product.js';

const FOREIGN_CONTRACT = '0x00000000000000000000000000000000000000ff';
const HASH = /^0x[0-9a-f]{64}$/;

export function lifeOfAMarket(product: Product): void {
  describe('the life of a market', () => {
    let alice: AgentClient;
    let robin: AgentClient;

    beforeAll(async () => {
      [alice, robin] = (await product.fundedAgents('agent_alice_04', 'agent_robin_04')) as [AgentClient, AgentClient];
    });

    async function createMarket(
      marketId: string,
      lifeS: number,
    ): Promise<{ market: object; address: string; closeS: number }> {
      const fields = await product.marketFields(alice, marketId, lifeS);
      const created = await alice.run('create_market', fields);
      expect(created).toMatchObject({ status: 200, body: { execution: { status: 'executed' } } });
      const { execution } = created.body;
      const address: string = execution.market_contract_address;
      expect(execution.readback).toEqual({
        market_count: expect.stringMatching(/^\d+$/),
        created_market: address,
        is_market: true,
      });
      const market = { market_id: marketId, market_contract_address: address };
      return { market, address, closeS: Number(fields.close_timestamp) };
    }

    function expectExecuted({ status, body }: Answer, readback: object): any {
      expect({ status, body }).toMatchObject({
        status: 200,
        body: {
          execution: { status: 'executed', broadcast_performed: true, transaction_hash: expect.stringMatching(HASH) },
        },
      });
      expect(body.execution.readback).toEqual(readback);
      return body.execution;
    }

    async function expectRefused({ status, body }: Answer, agent: AgentClient, intentId: string): Promise<void> {
      expect({ status, body }).toMatchObject({ status: 502, body: { error: { code: 'agent_execution_failed' } } });
      const { body: list } = await agent.get(`/agent/intents/${intentId}/executions`);
      expect(list.executions[0]).toMatchObject({
        status: 'failed',
        error_code: 'agent_execution_failed',
        retry_safe: true,
      });
      expect(list.executions[0].error_message).toBe(body.error.message);
      expect(body.error.failure_reason).toEqual(expect.any(String));
      expect(list.executions[0].failure_reason).toBe(body.error.failure_reason);
    }

    it('pays the winner the whole pool in transactions that are on the chain', async () => {
      const { market, address, closeS } = await createMarket('rain-1', 300);
      const yes = expectExecuted(await alice.run('buy_yes', { ...market, amount: '10' }), {
        yes_positions: '10000000',
        no_positions: '0',
        total_yes: '10000000',
        total_no: '0',
        total_collateral: '10000000',
      });
      expect(yes.approve_transaction_hash).toMatch(HASH);
      expectExecuted(await robin.run('buy_no', { ...market, amount: '30' }), {
        yes_positions: '0',
        no_positions: '30000000',
        total_yes: '10000000',
        total_no: '30000000',
        total_collateral: '40000000',
      });

      const early = await alice.confirmed('close_market', market);
      await expectRefused(await alice.execute(early), alice, early);

      await product.chain.reach(closeS);
      expectExecuted(await alice.run('close_market', market), { market_status: '1', is_open: false });
      expectExecuted(await alice.run('resolve_market', { ...market, outcome: 'yes' }), {
        market_status: '2',
        winning_outcome: '1',
        claimable_payout: '40000000',
        has_claimed: false,
      });
      const claim = expectExecuted(await alice.run('claim_payout', market), {
        market_status: '2',
        winning_outcome: '1',
        claimable_payout: '0',
        has_claimed: true,
      });
      expect(await alice.collateral()).toBe('1030');
      expect(await robin.collateral()).toBe('970');

      const again = await alice.confirmed('claim_payout', market);
      await expectRefused(await alice.execute(again), alice, again);

      for (const hash of [yes.approve_transaction_hash, yes.transaction_hash, claim.transaction_hash]) {
        expect(await product.chain.succeeded(hash)).toBe(true);
      }
      const events = await product.chain.readEvents(address);
      expect(events.map(({ name }) => name)).toEqual(['Bought', 'Bought', 'Closed', 'Resolved', 'PayoutClaimed']);
      expect(events.at(-1)?.ref).toBe(computeRef(claim.intent_id));
    });

    it('refunds every stake when a market is cancelled', async () => {
      const { market } = await createMarket('rain-2', 600);
      const before = Number(await robin.collateral());
      await robin.run('buy_yes', { ...market, amount: '7.25' });
      expectExecuted(await alice.run('cancel_market', market), {
        market_status: '3',
        claimable_refund: '0',
        has_claimed: false,
      });
      expectExecuted(await robin.run('claim_refund', market), {
        market_status: '3',
        claimable_refund: '0',
        has_claimed: true,
      });
      expect(Number(await robin.collateral())).toBe(before);
    });

    it('refuses execute before confirm with agent_intent_not_confirmed and the intent status', async () => {
      const { market } = await createMarket('rain-3', 600);
      const intentId = await alice.preview('buy_yes', { ...market, amount: '1' });
      const refused = await alice.execute(intentId);
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { code: 'agent_intent_not_confirmed', intent_status: 'preview', execution_status: null } },
      });
      expect(refused.headers.get('location')).toBe(`/agent/intents/${intentId}/executions`);
    });

    it('executes what the plan showed and nothing before confirm', async () => {
      const { market, address } = await createMarket('rain-4', 600);
      const intentId = await alice.preview('buy_no', { ...market, amount: '2' });
      const { body } = await alice.post(`/agent/intents/${intentId}/confirm`);
      expect(body.execution_plan).toMatchObject({
        status: 'confirmed',
        broadcast_performed: false,
        transaction_hash: null,
        approval: { to: product.stack.deployment.collateral, function: 'approve', args: [address, '40000000'] },
        transaction_request: { to: address, function: 'buyNo', args: ['2000000', '0'], ref: computeRef(intentId) },
      });
      expect(await product.chain.readEvents(address)).toEqual([]);
      await alice.execute(intentId);
      expect(await product.chain.readEvents(address)).toMatchObject([
        {
          name: 'Bought',
          outcome: 'NO',
          amountBaseUnits: 2_000_000n,
          ref: computeRef(intentId),
          account: alice.address,
        },
      ]);
    });

    it('sends no transaction, not even an approval, to a contract that the factory did not deploy', async () => {
      const count = await product.chain.transactionCount(alice.address);
      const intentId = await alice.confirmed('buy_yes', {
        market_id: 'elsewhere',
        market_contract_address: FOREIGN_CONTRACT,
        amount: '5',
      });
      await expectRefused(await alice.execute(intentId), alice, intentId);
      const { body } = await alice.get(`/agent/intents/${intentId}/executions`);
      expect(body.executions[0]).toMatchObject({ broadcast_performed: false, approve_transaction_hash: null });
      expect(await product.chain.transactionCount(alice.address)).toBe(count);
    });

    it('broadcasts once for ten simultaneous executes of one intent', async () => {
      const { market, address } = await createMarket('rain-5', 600);
      const intentId = await robin.confirmed('buy_yes', { ...market, amount: '3' });
      const answers = await Promise.all(Array.from({ length: 10 }, () => robin.execute(intentId)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
      expect(await product.chain.transfers(product.stack.deployment.collateral, robin.address, address)).toEqual([
        3_000_000n,
      ]);
      const { body } = await robin.get(`/agent/intents/${intentId}/executions`);
      expect(body.executions).toHaveLength(1);
    });

    it('answers 202 with a Location when the client prefers respond-async', async () => {
      const { market } = await createMarket('rain-6', 600);
      const intentId = await robin.confirmed('buy_no', { ...market, amount: '1' });
      const accepted = await robin.execute(intentId, { prefer: 'respond-async' });
      expect(accepted).toMatchObject({ status: 202, body: { execution: { intent_id: intentId } } });
      const location = accepted.headers.get('location') ?? '';
      expect(location).toBe(`/agent/intents/${intentId}/executions`);
      expect(accepted.headers.get('retry-after')).toMatch(/^\d+$/);
      const done = await robin.execute(intentId);
      expect(done.status).toBe(409);
    });
  });
}
