import type { Action } from '@app/common';
import type { AgentClient } from '../support/agent-client.js';
import type { MarketReference, Product } from '../support/product.js';

interface Check {
  rule: string;
  result: string;
  code: string | null;
  headroom: string | null;
  headroom_unit: string | null;
  as_of_block: number | null;
}

export function previews(product: Product): void {
  describe('a preview', () => {
    let alice: AgentClient;
    let robin: AgentClient;
    let market: MarketReference;

    beforeAll(async () => {
      [alice, robin] = (await product.fundedAgents('agent_alice_07', 'agent_robin_07')) as [AgentClient, AgentClient];
      market = await product.createMarket(alice, 'rain-previewed');
      await alice.run('buy_yes', { ...market, amount: '10' });
      await robin.run('buy_no', { ...market, amount: '30' });
      await product.awaitReadModels();
    });

    async function preview(agent: AgentClient, action: Action, fields: object): Promise<any> {
      const { body } = await agent.get(`/agent/intents/${await agent.preview(action, { ...market, ...fields })}`);
      return body.intent;
    }
    const checksOf = (intent: any): Record<string, Check> =>
      Object.fromEntries(intent.validation_result.checks.map((check: Check) => [check.rule, check]));
    const failing = (intent: any): string[] =>
      intent.validation_result.checks.filter(({ result }: Check) => result !== 'pass').map(({ rule }: Check) => rule);

    it('shows the headroom of every rule, and a quote for a buy', async () => {
      const intent = await preview(robin, 'buy_yes', { amount: '10', min_multiple: '2' });
      expect(intent.validation_result).toMatchObject({ valid: true, errors: [] });
      expect(failing(intent)).toEqual([]);
      const checks = checksOf(intent);
      expect(checks['balance']).toMatchObject({
        headroom: '960',
        headroom_unit: 'collateral',
        as_of_block: expect.any(Number),
      });
      expect(checks['min_multiple']).toMatchObject({ headroom: '0.5', headroom_unit: 'multiple' });
      expect(Number(checks['market_state']?.headroom)).toBeGreaterThan(3_000);
      expect(Number(checks['gas']?.headroom)).toBeGreaterThan(0);
      expect(intent).toMatchObject({
        min_multiple: '2',
        quote: { yes_pool: '10', no_pool: '30', payout_multiple: '2.5' },
      });
      expect(intent.quote.as_of_block).toBe(checks['simulation']?.as_of_block);
      const { markets } = (await alice.get('/markets?limit=50')).body;
      const { id } = markets.find(({ onchain }: any) => onchain?.market_id === market.market_id);
      const { quote } = (await alice.get(`/markets/${id}/quote?outcome=YES&amount=10`)).body;
      expect(intent.quote).toEqual({ ...quote, as_of_block: expect.any(Number) });
    });

    it('names the rules that would fail, and execution fails without a broadcast', async () => {
      const unaffordable = await preview(robin, 'buy_no', { amount: '971' });
      expect(failing(unaffordable)).toEqual(['balance']);
      const early = await preview(alice, 'resolve_market', { outcome: 'yes' });
      expect(failing(early)).toEqual(['market_state', 'simulation']);
      for (const [agent, { intent_id }] of [
        [robin, unaffordable],
        [alice, early],
      ] as const) {
        await agent.post(`/agent/intents/${intent_id}/confirm`);
        const { status, body } = await agent.execute(intent_id);
        expect([status, body.error.code]).toEqual([502, 'agent_execution_failed']);
        const { executions } = (await agent.get(`/agent/intents/${intent_id}/executions`)).body;
        expect(executions[0]).toMatchObject({ status: 'failed', broadcast_performed: false, retry_safe: true });
      }
    });

    it('refuses a buy whose multiple fell below min_multiple with 403 agent_policy_violation, before any broadcast', async () => {
      const intent = await preview(robin, 'buy_yes', { amount: '10', min_multiple: '2.5' });
      expect(failing(intent)).toEqual([]);
      await alice.run('buy_yes', { ...market, amount: '1' });
      await robin.post(`/agent/intents/${intent.intent_id}/confirm`);
      const { status, body } = await robin.execute(intent.intent_id);
      expect([status, body.error.code, body.error.execution_status]).toEqual([403, 'agent_policy_violation', 'failed']);
      const { executions } = (await robin.get(`/agent/intents/${intent.intent_id}/executions`)).body;
      expect(executions[0]).toMatchObject({
        status: 'failed',
        error_code: 'agent_policy_violation',
        broadcast_performed: false,
        approve_transaction_hash: null,
        retry_safe: true,
      });
      expect(
        failing(await preview(robin, 'buy_yes', { amount: '10', min_multiple: '2.5', source_client: 'x' })),
      ).toEqual(['min_multiple']);
      const { body: retried } = await robin.run('buy_yes', { ...market, amount: '10', min_multiple: '2.4' });
      expect(retried.execution.status).toBe('executed');
    });

    it('names the recent intent that it duplicates', async () => {
      const first = await preview(robin, 'buy_no', { amount: '3.25' });
      const again = await preview(robin, 'buy_no', { amount: '3.250' });
      expect([failing(first), failing(again)]).toEqual([[], ['duplicate']]);
      expect(again.validation_result.checks.at(-1).message).toContain(first.intent_id);
    });

    it('works for an agent without a wallet and marks unknown checks', async () => {
      const stranger = product.agent('agent_stranger_07');
      stranger.address = robin.address;
      const intent = await preview(stranger, 'buy_yes', { amount: '1' });
      const checks = checksOf(intent);
      expect([checks['wallet']?.result, checks['wallet']?.code]).toEqual(['fail', 'agent_wallet_missing']);
      expect(checks['balance']?.result).toBe('unknown');
      expect(checks['market_state']?.result).toBe('pass');
      expect(intent.quote).not.toBeNull();
    });
  });
}
