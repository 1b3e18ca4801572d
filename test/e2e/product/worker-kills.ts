import { setTimeout as delay } from 'node:timers/promises';
import { computeRef } from '@app/chain';
import { toBaseUnits } from '@app/common';
import { Random } from '../../../tools/support/random.js';
import { eventually } from '../../support/eventually.js';
import type { AgentClient } from '../support/agent-client.js';
import type { Product } from '../support/product.js';

const MIN_KILLS = 3;
const EXECUTION_TIMEOUT_MS = 150_000;
const SEED = Number(process.env.KILL_SEED ?? Date.now() % 1_000_000);

interface Order {
  agent: AgentClient;
  intentId: string;
  /** Unique, so that the transfers on chain tell the orders apart. */
  amount: string;
}

interface WorkerKillsOptions {
  executions: number;
  wallets: number;
  maxKills: number;
}

/** Kills the only worker at random moments while executions are in flight, then compares records with the chain. */
export function workerKills(product: Product, { executions, wallets, maxKills }: WorkerKillsOptions): void {
  describe(`a worker killed at random moments (KILL_SEED=${SEED})`, () => {
    beforeAll(() => Promise.all(otherWorkers().map((worker) => worker.stop())));
    afterAll(() => Promise.all(otherWorkers().map((worker) => worker.start())));

    const otherWorkers = () => product.stack.workers.slice(1);

    it(`executes each of ${executions} buys of ${wallets} wallets exactly once`, async () => {
      const random = new Random(SEED);
      const names = Array.from({ length: wallets }, (_, index) => `agent_killed_${index}`);
      const agents = await product.fundedAgents(...names);
      const market = await product.createMarket(agents[0]!, 'worker-kills');
      const orders = await Promise.all(
        Array.from({ length: executions }, async (_, index): Promise<Order> => {
          const agent = agents[index % wallets]!;
          const amount = `${random.between(1, 3)}.${String(index + 1).padStart(6, '0')}`;
          const action = random.chance(0.5) ? 'buy_yes' : 'buy_no';
          return { agent, amount, intentId: await agent.confirmed(action, { ...market, amount }) };
        }),
      );

      const accepted = Promise.all(
        orders.map(({ agent, intentId }) => agent.execute(intentId, { prefer: 'respond-async' })),
      );
      const kills = await killWhile(random, async () => (await readStatuses(orders)).includes('executing'));
      expect((await accepted).map(({ status }) => status)).toEqual(orders.map(() => 202));
      await eventually(
        () => readStatuses(orders),
        (statuses) => statuses.every((status) => status === 'executed'),
        EXECUTION_TIMEOUT_MS,
      );
      expect(kills).toBeGreaterThanOrEqual(MIN_KILLS);
      await expectOneTransferEach(orders, agents, market.market_contract_address);
      await expectRecordsToAgree(orders);
    });

    /** Kills and restarts the worker at random moments while `isInFlight`. @returns the number of kills */
    async function killWhile(random: Random, isInFlight: () => Promise<boolean>): Promise<number> {
      let kills = 0;
      while (kills < maxKills && (kills === 0 || (await isInFlight()))) {
        // The first kills follow quickly, so that executions are left for the others on a fast machine.
        await delay(50 + random.next() * (kills < MIN_KILLS ? 200 : 900));
        const [worker] = product.stack.workers;
        await worker!.kill('SIGKILL');
        kills += 1;
        await worker!.start();
      }
      return kills;
    }

    async function readStatuses(orders: readonly Order[]): Promise<string[]> {
      return Promise.all(
        orders.map(async ({ agent, intentId }) => (await agent.get(`/agent/intents/${intentId}`)).body.intent.status),
      );
    }

    /** Expects one transfer per order and one event per ref, and nothing else from these agents to the market. */
    async function expectOneTransferEach(
      orders: readonly Order[],
      agents: readonly AgentClient[],
      market: string,
    ): Promise<void> {
      const { chain, stack } = product;
      const transfers = await Promise.all(
        agents.map(({ address }) => chain.transfers(stack.deployment.collateral, address, market)),
      );
      const expected = orders.map(({ amount }) => toBaseUnits(amount, 6));
      expect(transfers.flat().sort(ascending)).toEqual(expected.sort(ascending));
      const bought = (await chain.readEvents(market)).filter(({ name }) => name === 'Bought');
      expect(bought.map(({ ref }) => ref).sort()).toEqual(orders.map(({ intentId }) => computeRef(intentId)).sort());
    }

    async function expectRecordsToAgree(orders: readonly Order[]): Promise<void> {
      for (const { agent, intentId } of orders) {
        const { body } = await agent.get(`/agent/intents/${intentId}/executions`);
        expect(body.executions).toHaveLength(1);
        const [execution] = body.executions;
        expect(execution).toMatchObject({ status: 'executed', broadcast_performed: true, attempt: 1 });
        expect(await product.chain.succeeded(execution.transaction_hash)).toBe(true);
      }
    }
  });
}

function ascending(a: bigint | null, b: bigint | null): number {
  return Number((a ?? 0n) - (b ?? 0n));
}
