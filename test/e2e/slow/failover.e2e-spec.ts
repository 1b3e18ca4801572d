import { computeRef } from '@app/chain';
import { DATABASE, ensureDatabase, withClient } from '../../../dev/devnet/postgres/postgres.js';
import { openStack } from '../../support/stack/open-stack.js';
import { EventStreamClient } from '../../api/event-stream-client.js';
import { eventually } from '../../support/eventually.js';
import { testRun } from '../../support/test-run.js';
import type { AgentClient } from '../support/agent-client.js';
import { useProduct } from '../support/product.js';
import { ReplicatedPostgres } from '../support/replicated-postgres.js';
import { runOps } from '../../support/run-ops.js';

const DEADLINE_S = 15;
/** Maximum time beyond the deadline until executions end again. */
const MAX_RECOVERY_MS = 60_000;
const BUYS_PER_AGENT = 12;
/** Executions that end after the replication broke, so that the promoted server lacks them. */
const LOST = 4;
const ASYNC = { prefer: 'respond-async' };

interface Order {
  readonly agent: AgentClient;
  readonly intentId: string;
}

describe('a promoted streaming replica', () => {
  let postgres: ReplicatedPostgres;
  const product = useProduct(async () => {
    postgres = await ReplicatedPostgres.start(testRun());
    await ensureDatabase(postgres.url('postgres'), DATABASE);
    const env = { EXECUTION_DEADLINE_S: String(DEADLINE_S), PROVIDER_POSTS_PER_S: '100' };
    return openStack({ run: testRun(), databaseUrl: postgres.url(DATABASE), workers: 2, env });
  });

  afterAll(() => postgres?.stop());

  const count = async (condition: string): Promise<number> =>
    withClient(postgres.url(DATABASE), async (client) => {
      const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${condition}`);
      return rows[0]?.count ?? 0;
    });
  const executed = (): Promise<number> => count(`executions WHERE status = 'executed'`);

  it('loses and repeats no execution that it lacks, and the workers go on without an operator', async () => {
    const agents = await product.fundedAgents('agent_alice_01', 'agent_bob_01', 'agent_carol_01');
    const [alice] = agents as [AgentClient];
    const market = await product.createMarket(alice, 'failover');
    const streams = await Promise.all(agents.map(({ agentId }) => openStream(agentId)));
    await postgres.addStandby();
    const orders = await confirmOrders(agents, market);
    await postgres.replicated();

    const ended = Promise.all(agents.map((agent) => completeAll(orders.filter((order) => order.agent === agent))));
    await eventually(executed, (found) => found >= LOST);
    postgres.loseReplication();
    const replicated = await executed();
    // Each agent may have had one execution in progress, and may execute one again whose end it has not read.
    await eventually(executed, (found) => found >= replicated + 2 * agents.length + LOST);
    await postgres.failOver();
    const failedOverMs = Date.now();
    const known = await executed();
    await eventually(executed, (found) => found > known, DEADLINE_S * 1000 + MAX_RECOVERY_MS);
    expect(Date.now() - failedOverMs).toBeGreaterThan(DEADLINE_S * 1000);

    await ended;
    await eventually(executed, (found) => found === orders.length + 1); // and the market's creation
    expect(await count(`executions WHERE request_id IS NULL`)).toBeGreaterThanOrEqual(LOST);
    const refs = await refsOnChain(market.market_contract_address);
    expect(refs).toEqual(orders.map(({ intentId }) => computeRef(intentId)).sort());
    expect(await runOps(product.stack, ['verify'])).toMatchObject({ code: 0 });

    for (const stream of streams) expectUnbroken(stream);
    await Promise.race(streams.map((stream) => stream.untilEnd())); // a log has lost events
  });

  function openStream(agentId: string): Promise<EventStreamClient> {
    return EventStreamClient.open(`${product.stack.api.url}/agent/events/${agentId}`);
  }

  /** Each event of a stream hashes the one before it. */
  function expectUnbroken({ events }: EventStreamClient): void {
    const links = events.map(({ data = '' }) => JSON.parse(data) as { hash: string; previous_hash: string | null });
    const hashes = links.map(({ hash }) => hash);
    expect(links.map(({ previous_hash }) => previous_hash)).toEqual([null, ...hashes.slice(0, -1)]);
  }

  async function confirmOrders(agents: readonly AgentClient[], market: object): Promise<Order[]> {
    const placed = agents.map(async (agent) => {
      const orders: Order[] = [];
      while (orders.length < BUYS_PER_AGENT) {
        orders.push({ agent, intentId: await agent.confirmed('buy_yes', { ...market, amount: '1' }) });
      }
      return orders;
    });
    return (await Promise.all(placed)).flat();
  }

  /** Executes one intent after the other. */
  async function completeAll(orders: readonly Order[]): Promise<void> {
    for (const order of orders) await complete(order);
  }

  /** Executes an intent as a client does that repeats what is safe to repeat. */
  async function complete({ agent, intentId }: Order): Promise<void> {
    const advance = async (): Promise<string> => {
      const { body } = await agent.get(`/agent/intents/${intentId}`);
      const status: string = body.intent?.status ?? 'unavailable';
      if (status === 'failed') await agent.post(`/agent/intents/${intentId}/confirm`);
      if (status === 'confirmed') await agent.execute(intentId, ASYNC);
      return status;
    };
    await eventually(advance, (status) => status === 'executed', 300_000);
  }

  async function refsOnChain(marketAddress: string): Promise<string[]> {
    const events = await product.chain.readEvents(marketAddress);
    return events.flatMap(({ ref }) => (ref === null ? [] : [ref])).sort();
  }
});
