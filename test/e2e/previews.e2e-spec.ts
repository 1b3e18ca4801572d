import { startStack, type Stack } from '../support/index.js';
import { AgentClient } from './support/agent-client.js';
import { ChainClient } from './support/chain-client.js';

interface Check {
  rule: string;
  result: string;
  code: string | null;
  headroom: string | null;
  headroom_unit: string | null;
  as_of_block: number | null;
}

describe('a preview, before anything is sent', () => {
  let stack: Stack;
  let chain: ChainClient;
  let alice: AgentClient;
  let robin: AgentClient;
  let market: { market_id: string; market_contract_address: string };

  beforeAll(async () => {
    stack = await startStack();
    chain = new ChainClient(stack.rpcUrl);
    alice = new AgentClient(stack.api.url, 'agent_alice_07');
    robin = new AgentClient(stack.api.url, 'agent_robin_07');
    await Promise.all([alice.setUp(), robin.setUp()]);
    const { body } = await alice.get('/chain/contract');
    const created = await alice.run('create_market', {
      market_id: 'rain-foreseen',
      question: 'Will it rain?',
      close_timestamp: String((await chain.now()) + 3_600),
      resolver: alice.address,
      collateral_token: body.collateral_erc20_interface,
    });
    market = {
      market_id: 'rain-foreseen',
      market_contract_address: created.body.execution.market_contract_address,
    };
    await alice.run('buy_yes', { ...market, amount: '10' });
    await robin.run('buy_no', { ...market, amount: '30' });
  });
  afterAll(async () => {
    chain?.close();
    await stack?.stop();
  });

  async function preview(agent: AgentClient, action: string, fields: object): Promise<any> {
    const { body } = await agent.get(`/agent/intents/${await agent.preview(action, { ...market, ...fields })}`);
    return body.intent;
  }
  const checksOf = (intent: any): Record<string, Check> =>
    Object.fromEntries(intent.validation_result.checks.map((check: Check) => [check.rule, check]));
  const failing = (intent: any): string[] =>
    intent.validation_result.checks.filter(({ result }: Check) => result !== 'pass').map(({ rule }: Check) => rule);

  it('shows every rule with how far it is from failing, and quotes a buy', async () => {
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

  it('says why execution would fail, and what it says comes true', async () => {
    const poor = await preview(robin, 'buy_no', { amount: '971' });
    expect(failing(poor)).toEqual(['balance']);
    const early = await preview(alice, 'resolve_market', { outcome: 'yes' });
    expect(failing(early)).toEqual(['market_state', 'simulation']);
    for (const [agent, { intent_id }] of [
      [robin, poor],
      [alice, early],
    ] as const) {
      await agent.post(`/agent/intents/${intent_id}/confirm`);
      const { status, body } = await agent.execute(intent_id);
      expect([status, body.error.code]).toEqual([502, 'agent_execution_failed']);
      const { executions } = (await agent.get(`/agent/intents/${intent_id}/executions`)).body;
      expect(executions[0]).toMatchObject({ status: 'failed', broadcast_performed: false, retry_safe: true });
    }
  });

  it('403 agent_policy_violation for a buy that has come to bring less than it must, before anything is sent', async () => {
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
    expect(failing(await preview(robin, 'buy_yes', { amount: '10', min_multiple: '2.5', source_client: 'x' }))).toEqual(
      ['min_multiple'],
    );
    const { body: retried } = await robin.run('buy_yes', { ...market, amount: '10', min_multiple: '2.4' });
    expect(retried.execution.status).toBe('executed');
  });

  it('tells that the very same was asked for a moment ago', async () => {
    const first = await preview(robin, 'buy_no', { amount: '3.25' });
    const again = await preview(robin, 'buy_no', { amount: '3.250' });
    expect([failing(first), failing(again)]).toEqual([[], ['duplicate']]);
    expect(again.validation_result.checks.at(-1).message).toContain(first.intent_id);
  });

  it('works for an agent without a wallet, and says what is not known yet', async () => {
    const stranger = new AgentClient(stack.api.url, 'agent_stranger_07');
    stranger.address = robin.address;
    const intent = await preview(stranger, 'buy_yes', { amount: '1' });
    const checks = checksOf(intent);
    expect([checks['wallet']?.result, checks['wallet']?.code]).toEqual(['fail', 'agent_wallet_missing']);
    expect(checks['balance']?.result).toBe('unknown');
    expect(checks['market_state']?.result).toBe('pass');
    expect(intent.quote).not.toBeNull();
  });
});
