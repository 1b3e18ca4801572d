import type { Action } from '@app/common';
import { startStack } from '../../support/index.js';
import { eventually } from '../../support/eventually.js';
import type { AgentClient } from '../support/agent-client.js';
import { LaggingNode } from '../support/lagging-node.js';
import { type MarketReference, useProduct } from '../support/product.js';

/** Each agent has nine executions, so that there are more than 200. */
const AGENTS = 12;
const LIFE_S = 900;
const ASYNC = { prefer: 'respond-async' };

describe('the product behind nodes of different height', () => {
  let node: LaggingNode;
  let executed = 0;
  const product = useProduct(() =>
    startStack({
      workers: 2,
      env: { EXECUTION_DEADLINE_S: '7200' },
      beforeNode: async (rpcUrl) => {
        node = await LaggingNode.start(rpcUrl);
        return node.url;
      },
    }),
  );
  afterAll(() => node?.stop());

  async function previewed(agent: AgentClient, action: Action, fields: object): Promise<string> {
    const intentId = await agent.preview(action, fields);
    const { body } = await agent.get(`/agent/intents/${intentId}`);
    expect({ action, ...body.intent.validation_result }).not.toMatchObject({ would_execute: false });
    return intentId;
  }

  /** Executes an action whose condition the agent's last answer has stated. */
  async function run(agent: AgentClient, action: Action, fields: object): Promise<any> {
    const intentId = await previewed(agent, action, fields);
    await agent.post(`/agent/intents/${intentId}/confirm`);
    const { status, body } = await agent.execute(intentId);
    expect({ action, status, error: body.error }).toEqual({ action, status: 200 });
    executed += 1;
    return body.execution;
  }

  async function create(agent: AgentClient, marketId: string): Promise<MarketReference> {
    const execution = await run(agent, 'create_market', await product.marketFields(agent, marketId, LIFE_S));
    return { market_id: marketId, market_contract_address: execution.market_contract_address };
  }

  /** Buys, and reads the portfolio as soon as the intent is executed. */
  async function buyAsync(agent: AgentClient, market: MarketReference): Promise<void> {
    const intentId = await agent.confirmed('buy_no', { ...market, amount: '7' });
    await agent.execute(intentId, ASYNC);
    const read = async (): Promise<any> => (await agent.get(`/agent/intents/${intentId}`)).body.intent.status;
    expect(await eventually(read, (status) => status !== 'executing')).toBe('executed');
    const { body } = await agent.get(`/agent/portfolio/${agent.agentId}`);
    expect(body.portfolio).toMatchObject({ total_exposure: '7', positions: [{ outcome: 'NO', quantity: '7' }] });
    executed += 1;
  }

  it.each([3, 5])('executes at once what an earlier execution has made possible, %i blocks behind', async (lag) => {
    node.lag = lag;
    const ids = Array.from({ length: AGENTS }, (_, index) => `lag-${lag}-${index}`);
    const agents = ids.map((id) => product.agent(`agent_${id}`));
    await Promise.all(agents.map((agent) => agent.setUp()));
    const markets = await Promise.all(
      agents.map(async (agent, index) => {
        const won = await create(agent, `won-${ids[index]}`);
        await run(agent, 'buy_yes', { ...won, amount: '10' });
        const cancelled = await create(agent, `cancelled-${ids[index]}`);
        await run(agent, 'buy_no', { ...cancelled, amount: '10' });
        await run(agent, 'cancel_market', cancelled);
        await run(agent, 'claim_refund', cancelled);
        const newcomer = product.agent(`agent_new_${ids[index]}`);
        await newcomer.setUp();
        await buyAsync(newcomer, won);
        return won;
      }),
    );
    await product.chain.reach((await product.chain.now()) + LIFE_S);
    await Promise.all(
      agents.map(async (agent, index) => {
        await eventually(
          async () => (await agent.get(`/agent/portfolio/${agent.agentId}`)).body.portfolio.positions,
          (positions) => positions.some((position: any) => position.market_status === 'TRADING_CLOSED'),
        );
        await run(agent, 'resolve_market', { ...markets[index], outcome: 'YES' });
        await run(agent, 'claim_payout', { ...markets[index] });
      }),
    );
    expect(node.behind).toBeGreaterThan(AGENTS);
  });

  it('has executed them all', () => {
    expect(executed).toBe(2 * 9 * AGENTS);
  });
});
