import { refOf } from '@app/contracts';
import pg from 'pg';
import { callChain } from '../../apps/devnet/src/chain/chain-rpc.js';
import { startStack, type Stack } from '../support/index.js';
import { ALL_ACTIONS, AgentClient, eventually } from './support/agent-client.js';
import { ChainClient } from './support/chain-client.js';

const COIN_WEI = '0x56bc75e2d63100000';
/** Waits as the provider would, under its own name for the call that sends a transaction. */
const SEND = 'createContractExecution';
const HANG_MS = 99_000;

interface Accepted {
  intentId: string;
  laneId: string;
}

describe('lanes', () => {
  let stack: Stack;
  let chain: ChainClient;
  let database: pg.Client;
  let collateralToken: string;

  beforeAll(async () => {
    stack = await startStack({ workers: 2, env: { LOG_LEVEL: 'debug' } });
    chain = new ChainClient(stack.rpcUrl);
    database = new pg.Client({ connectionString: stack.databaseUrl });
    await database.connect();
    collateralToken = stack.deployment.collateral;
    await stack.workers[1]!.stop(); // until the last test one worker serves all lanes
  });

  afterAll(async () => {
    await database?.end();
    chain?.close();
    await stack?.stop();
  });

  afterEach(clearFaults);

  it('runs the executions of a wallet in the order of their acceptance, while other wallets do the same', async () => {
    const agents = await Promise.all(['one', 'two', 'three', 'four'].map((name) => trader(`agent_ordered_${name}`)));
    const intents = await Promise.all(
      agents.flatMap((agent) => Array.from({ length: 6 }, (_, index) => marketIntent(agent, `ordered-${index}`))),
    );

    await executeAll(intents);

    const accepted = await acceptedInOrder(intents);
    expect(accepted).toHaveLength(intents.length);
    const created = (await chain.eventsOf(stack.deployment.factory)).map(({ ref }) => ref);
    for (const laneId of new Set(accepted.map((one) => one.laneId))) {
      const refs = accepted.filter((one) => one.laneId === laneId).map(({ intentId }) => refOf(intentId));
      expect(refs).toHaveLength(6);
      expect(created.filter((ref) => refs.includes(ref ?? ''))).toEqual(refs);
    }
  });

  it('serves 60 wallets side by side on one worker while the provider takes four seconds', async () => {
    const agents = await Promise.all(Array.from({ length: 60 }, (_, index) => trader(`agent_beside_${index}`)));
    const intents = await Promise.all(agents.map((agent) => marketIntent(agent, 'beside')));
    await fault({ match: { operation: SEND }, fault: 'delay:4000' });

    await executeAll(intents);

    // One after the other they would have taken four minutes; what counts is how many were at the provider at once.
    expect(await mostAtTheProvider(intents)).toBeGreaterThanOrEqual(20);
  });

  it('lets a wallet whose provider call hangs hold up no other', async () => {
    const [slow, ...others] = await Promise.all(
      ['slow', 'a', 'b', 'c', 'd', 'e'].map((name) => trader(`agent_hanging_${name}`)),
    );
    const [first, second] = [await marketIntent(slow!, 'slow-1'), await marketIntent(slow!, 'slow-2')];
    const intents = await Promise.all(others.map((agent) => marketIntent(agent, 'quick')));
    const walletId = await providerWalletOf(slow!.agentId);
    await fault({ match: { operation: SEND, walletId }, fault: `delay:${HANG_MS}` });

    await accept([first]);
    await accept([second]); // and not at the same time, or it might be the one that is sent
    await eventually(
      () => statusesOfSteps(first),
      (steps) => steps.includes('armed'),
    );
    await executeAll(intents);

    expect(await statusesOfSteps(first)).toEqual(['armed']);
    expect(await statusesOfSteps(second)).toEqual(['planned']);
    await clearFaults(); // the call in the air is given up by the worker, and told again
    await untilExecuted([first, second]);
  });

  it('shares the lanes with a worker that was just started, without being told', async () => {
    const agents = await Promise.all(Array.from({ length: 20 }, (_, index) => trader(`agent_shared_${index}`)));
    await stack.workers[1]!.start();
    const before = stack.workers.map(leasesTaken);
    const taken = (): number[] => stack.workers.map((worker, index) => leasesTaken(worker) - before[index]!);

    // Whoever is free takes a lane, so one of them might be free for all of a few.
    for (let round = 0; Math.min(...taken()) === 0; round += 1) {
      const names = [`shared-${round}-1`, `shared-${round}-2`];
      const intents = await Promise.all(agents.flatMap((agent) => names.map((name) => marketIntent(agent, name))));
      await executeAll(intents);
    }
    await expectFencesToAgree();
  });

  /** A registered wallet with gas, which is all that it takes to create a market. */
  async function trader(agentId: string): Promise<AgentClient> {
    const agent = new AgentClient(stack.api.url, agentId);
    const { body } = await agent.post('/agent/wallets', {
      agent_id: agentId,
      wallet_provider: 'provider_agent_wallet',
      allowed_actions: ALL_ACTIONS,
    });
    agent.address = body.agent_wallet.agent_wallet_address;
    await callChain(stack.rpcUrl, 'anvil_setBalance', [agent.address, COIN_WEI]);
    return agent;
  }

  function marketIntent(agent: AgentClient, marketId: string): Promise<string> {
    return agent.confirmed('create_market', {
      market_id: marketId,
      question: 'Does every lane move?',
      close_timestamp: String(Math.floor(Date.now() / 1000) + 86_400),
      resolver: agent.address,
      collateral_token: collateralToken,
    });
  }

  async function accept(intentIds: readonly string[]): Promise<void> {
    const anyone = new AgentClient(stack.api.url, '');
    const answers = await Promise.all(intentIds.map((id) => anyone.execute(id, { prefer: 'respond-async' })));
    for (const { status } of answers) expect([200, 202]).toContain(status);
  }

  async function executeAll(intentIds: readonly string[]): Promise<void> {
    await accept(intentIds);
    await untilExecuted(intentIds);
  }

  async function untilExecuted(intentIds: readonly string[]): Promise<void> {
    await eventually(
      async () => (await acceptedInOrder(intentIds, 'executed')).length,
      (count) => count === intentIds.length,
      150_000,
    );
  }

  async function acceptedInOrder(intentIds: readonly string[], status = 'executed'): Promise<Accepted[]> {
    const { rows } = await database.query(
      `SELECT intent_id AS "intentId", lane_id AS "laneId" FROM executions
       WHERE intent_id = ANY ($1) AND status = $2 ORDER BY seq`,
      [intentIds, status],
    );
    return rows;
  }

  async function statusesOfSteps(intentId: string): Promise<string[]> {
    const { rows } = await database.query(
      `SELECT step.status FROM execution_steps AS step JOIN executions AS e ON e.id = step.execution_id
       WHERE e.intent_id = $1`,
      [intentId],
    );
    return rows.map(({ status }) => status);
  }

  /** The largest number of steps that were armed and not answered yet at one moment. */
  async function mostAtTheProvider(intentIds: readonly string[]): Promise<number> {
    const { rows } = await database.query(
      `SELECT event.at, CASE event.type WHEN 'step.armed' THEN 1 ELSE -1 END AS change
       FROM execution_events AS event JOIN executions AS e ON e.id = event.execution_id
       WHERE e.intent_id = ANY ($1) AND event.type IN ('step.armed', 'step.sent') ORDER BY event.at, change`,
      [intentIds],
    );
    let now = 0;
    return Math.max(...rows.map(({ change }) => (now += change)));
  }

  async function providerWalletOf(agentId: string): Promise<string> {
    const { rows } = await database.query('SELECT provider_wallet_id FROM agent_wallets WHERE agent_id = $1', [
      agentId,
    ]);
    return rows[0].provider_wallet_id;
  }

  async function clearFaults(): Promise<void> {
    await fetch(`${stack.provider.url}/control/faults`, { method: 'DELETE' });
  }

  async function fault(rule: object): Promise<void> {
    const { status } = await fetch(`${stack.provider.url}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(rule),
    });
    expect(status).toBe(201);
  }

  function leasesTaken({ log }: { log: string }): number {
    return log.split('"event":"lane.leased"').length - 1;
  }

  /** Each lease raised its lane's fence by one, so all of them together are the leases that the workers tell of. */
  async function expectFencesToAgree(): Promise<void> {
    await eventually(
      async () => {
        const { rows } = await database.query('SELECT sum(fence)::int AS fences FROM lanes');
        const told = stack.workers.reduce((sum, worker) => sum + leasesTaken(worker), 0);
        return { fences: rows[0].fences, told };
      },
      ({ fences, told }) => fences === told,
      30_000,
    );
  }
});
