import { refOf } from '@app/contracts';
import { toBaseUnits } from '@app/common';
import { startStack, type Stack } from '../support/index.js';
import { AgentClient, eventually } from './support/agent-client.js';
import { ChainClient } from './support/chain-client.js';
import { Random } from '../../tools/support/random.js';

const EXECUTIONS = 100;
const WALLETS = 6;
const KILLS = 12;
const MIN_KILLS = 3;
const SEED = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);

interface Order {
  agent: AgentClient;
  intentId: string;
  /** Different for every order, so that each can be told apart on the chain. */
  amount: string;
}

describe(`the worker killed at random moments (KILL_SEED=${SEED})`, () => {
  let stack: Stack;
  let chain: ChainClient;
  let collateralToken: string;

  beforeAll(async () => {
    stack = await startStack({ env: { LANE_LEASE_MS: '1000', LOG_LEVEL: 'warn' } });
    chain = new ChainClient(stack.rpcUrl);
  });

  afterAll(async () => {
    chain?.close();
    await stack?.stop();
  });

  it(`executes each of ${EXECUTIONS} buys of ${WALLETS} wallets exactly once`, async () => {
    const random = new Random(SEED).next;
    const agents = Array.from(
      { length: WALLETS },
      (_, index) => new AgentClient(stack.api.url, `agent_trader_${index}`),
    );
    await Promise.all(agents.map((agent) => agent.setUp()));
    const { market, address } = await createMarket(agents[0]!);
    const orders = await Promise.all(
      Array.from({ length: EXECUTIONS }, async (_, index): Promise<Order> => {
        const agent = agents[index % WALLETS]!;
        const amount = `${1 + Math.floor(random() * 3)}.${String(index + 1).padStart(6, '0')}`;
        const action = random() < 0.5 ? 'buy_yes' : 'buy_no';
        return { agent, amount, intentId: await agent.confirmed(action, { ...market, amount }) };
      }),
    );

    const accepted = Promise.all(
      orders.map(({ agent, intentId }) => agent.execute(intentId, { prefer: 'respond-async' })),
    );
    const kills = await killWhile(random, async () =>
      (await statuses(orders)).some((status) => status === 'executing'),
    );
    expect((await accepted).map(({ status }) => status)).toEqual(orders.map(() => 202));
    await eventually(
      () => statuses(orders),
      (all) => all.every((status) => status === 'executed'),
      150_000,
    );
    expect(kills).toBeGreaterThanOrEqual(MIN_KILLS);

    // The chain's own logs are the judge: each order's amount moved once, under its own ref, and nothing else moved.
    const moved = (
      await Promise.all(agents.map((agent) => chain.transfers(collateralToken, agent.address, address)))
    ).flat();
    expect([...moved].sort(ascending)).toEqual(orders.map(({ amount }) => toBaseUnits(amount, 6)).sort(ascending));
    const bought = (await chain.eventsOf(address)).filter(({ name }) => name === 'Bought');
    expect(bought.map(({ ref }) => ref).sort()).toEqual(orders.map(({ intentId }) => refOf(intentId)).sort());
    await expectRecordsToAgree(orders);
  });

  async function createMarket(agent: AgentClient): Promise<{ market: object; address: string }> {
    collateralToken = (await agent.get('/chain/contract')).body.collateral_erc20_interface;
    const { body } = await agent.run('create_market', {
      market_id: 'under-fire',
      question: 'Will each be executed once?',
      close_timestamp: String((await chain.now()) + 3600),
      resolver: agent.address,
      collateral_token: collateralToken,
    });
    const address: string = body.execution.market_contract_address;
    return { address, market: { market_id: 'under-fire', market_contract_address: address } };
  }

  /** Kills and restarts the worker at random moments while there is something in flight. */
  async function killWhile(random: () => number, inFlight: () => Promise<boolean>): Promise<number> {
    const [worker] = stack.workers;
    let kills = 0;
    while (kills < KILLS && (kills === 0 || (await inFlight()))) {
      // The first ones come soon, so that there is something left for them to hit on a fast machine.
      await moment(50 + random() * (kills < MIN_KILLS ? 200 : 900));
      await worker!.kill('SIGKILL');
      kills += 1;
      await worker!.start();
    }
    return kills;
  }

  async function statuses(orders: readonly Order[]): Promise<string[]> {
    return Promise.all(
      orders.map(async ({ agent, intentId }) => (await agent.get(`/agent/intents/${intentId}`)).body.intent.status),
    );
  }

  async function expectRecordsToAgree(orders: readonly Order[]): Promise<void> {
    for (const { agent, intentId } of orders) {
      const { body } = await agent.get(`/agent/intents/${intentId}/executions`);
      expect(body.executions).toHaveLength(1);
      const [execution] = body.executions;
      expect(execution).toMatchObject({ status: 'executed', broadcast_performed: true, attempt: 1 });
      expect(await chain.succeeded(execution.transaction_hash)).toBe(true);
    }
  }
});

/** The moment of the next kill: what is tested is that it does not matter which. */
async function moment(delayMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, delayMs));
}

function ascending(a: bigint | null, b: bigint | null): number {
  return Number((a ?? 0n) - (b ?? 0n));
}
