import type pg from 'pg';
import { computeRef } from '@app/chain';
import { callChain } from '../../../dev/devnet/chain/chain-rpc.js';
import { eventually } from '../../support/eventually.js';
import type { AgentClient } from '../support/agent-client.js';
import type { Product } from '../support/product.js';
import { clearFaults, injectFault, SUBMIT_OPERATION } from '../support/provider-faults.js';

const ONE_HUNDRED_COINS_WEI = '0x56bc75e2d63100000';
/** Longer than the worker waits for the provider. */
const HANG_MS = 99_000;
const EXECUTION_TIMEOUT_MS = 150_000;

interface AcceptedExecution {
  intentId: string;
  laneId: string;
}

export function lanes(product: Product): void {
  describe('lanes', () => {
    let database: pg.Client;

    beforeAll(async () => {
      database = await product.connectToDatabase();
      await product.stack.workers[1]!.stop(); // one worker serves all lanes until the last test
    });

    afterEach(() => clearFaults(product.stack));

    it('run the executions of a wallet in the order of acceptance, beside those of other wallets', async () => {
      const agents = await Promise.all(['one', 'two', 'three', 'four'].map((name) => trader(`agent_ordered_${name}`)));
      const intents = await Promise.all(
        agents.flatMap((agent) => Array.from({ length: 6 }, (_, index) => marketIntent(agent, `ordered-${index}`))),
      );

      await executeAll(intents);

      const accepted = await acceptedInOrder(intents);
      expect(accepted).toHaveLength(intents.length);
      const created = (await product.chain.readEvents(product.stack.deployment.factory)).map(({ ref }) => ref);
      for (const laneId of new Set(accepted.map((one) => one.laneId))) {
        const refs = accepted.filter((one) => one.laneId === laneId).map(({ intentId }) => computeRef(intentId));
        expect(refs).toHaveLength(6);
        expect(created.filter((ref) => refs.includes(ref ?? ''))).toEqual(refs);
      }
    });

    it('of 60 wallets are served concurrently by one worker while the provider takes four seconds', async () => {
      const agents = await Promise.all(Array.from({ length: 60 }, (_, index) => trader(`agent_beside_${index}`)));
      const intents = await Promise.all(agents.map((agent) => marketIntent(agent, 'beside')));
      await injectFault(product.stack, { match: { operation: SUBMIT_OPERATION }, fault: 'delay:4000' });

      await executeAll(intents);

      expect(await maxConcurrentSubmits(intents)).toBeGreaterThanOrEqual(20);
    });

    it('of other wallets go on while a provider call of one wallet hangs', async () => {
      const [slow, ...others] = await Promise.all(
        ['slow', 'a', 'b', 'c', 'd', 'e'].map((name) => trader(`agent_hanging_${name}`)),
      );
      const [first, second] = [await marketIntent(slow!, 'slow-1'), await marketIntent(slow!, 'slow-2')];
      const intents = await Promise.all(others.map((agent) => marketIntent(agent, 'quick')));
      const walletId = await readProviderWallet(slow!.agentId);
      await injectFault(product.stack, {
        match: { operation: SUBMIT_OPERATION, walletId },
        fault: `delay:${HANG_MS}`,
      });

      await accept([first]);
      await accept([second]); // after the first, so that it queues behind it
      await eventually(
        () => statusesOfSteps(first),
        (steps) => steps.includes('armed'),
      );
      await executeAll(intents);

      expect(await statusesOfSteps(first)).toEqual(['armed']);
      expect(await statusesOfSteps(second)).toEqual(['planned']);
      await clearFaults(product.stack); // the worker gives up the hanging call and sends it again
      await untilExecuted([first, second]);
    });

    it('are shared with a worker that has just been started', async () => {
      const agents = await Promise.all(Array.from({ length: 20 }, (_, index) => trader(`agent_shared_${index}`)));
      await product.stack.workers[1]!.start();
      const fences = await sumOfFences();
      const { workers } = product.stack;
      const before = workers.map(countLeases);
      const taken = (): number[] => workers.map((worker, index) => countLeases(worker) - before[index]!);

      // Either worker may take a free lane, so a few executions may all go to one of them.
      for (let batch = 0; Math.min(...taken()) === 0; batch += 1) {
        const names = [`shared-${batch}-1`, `shared-${batch}-2`];
        const intents = await Promise.all(agents.flatMap((agent) => names.map((name) => marketIntent(agent, name))));
        await executeAll(intents);
      }
      // Each lease raises the fence of its lane by one.
      await eventually(
        async () => ({ fences: (await sumOfFences()) - fences, leases: taken().reduce((sum, count) => sum + count) }),
        (counts) => counts.fences === counts.leases,
      );
    });

    /** Returns an agent whose wallet has gas, which suffices to create markets. */
    async function trader(agentId: string): Promise<AgentClient> {
      const agent = product.agent(agentId);
      agent.address = await agent.api.registerWallet(agentId);
      await callChain(product.stack.rpcUrl, 'anvil_setBalance', [agent.address, ONE_HUNDRED_COINS_WEI]);
      return agent;
    }

    function marketIntent(agent: AgentClient, marketId: string): Promise<string> {
      return agent.confirmed('create_market', {
        market_id: marketId,
        question: 'Does every lane move?',
        close_timestamp: String(Math.floor(Date.now() / 1000) + 86_400),
        resolver: agent.address,
        collateral_token: product.stack.deployment.collateral,
      });
    }

    async function accept(intentIds: readonly string[]): Promise<void> {
      const { api } = product.agent('');
      const answers = await Promise.all(intentIds.map((id) => api.executeIntent(id, { prefer: 'respond-async' })));
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
        EXECUTION_TIMEOUT_MS,
      );
    }

    async function acceptedInOrder(intentIds: readonly string[], status = 'executed'): Promise<AcceptedExecution[]> {
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

    /** Returns the largest number of steps that were armed at the same time and whose transaction was not seen yet. */
    async function maxConcurrentSubmits(intentIds: readonly string[]): Promise<number> {
      const { rows } = await database.query(
        `SELECT edge.at, edge.change FROM executions AS e JOIN execution_steps AS s ON s.execution_id = e.id
           JOIN execution_transaction_hashes AS h USING (execution_id, kind)
           CROSS JOIN LATERAL (VALUES (s.armed_at, 1), (h.seen_at, -1)) AS edge (at, change)
         WHERE e.intent_id = ANY ($1) ORDER BY edge.at, edge.change`,
        [intentIds],
      );
      let now = 0;
      return Math.max(...rows.map(({ change }) => (now += change)));
    }

    async function readProviderWallet(agentId: string): Promise<string> {
      const { rows } = await database.query('SELECT provider_wallet_id FROM agent_wallets WHERE agent_id = $1', [
        agentId,
      ]);
      return rows[0].provider_wallet_id;
    }

    async function sumOfFences(): Promise<number> {
      const { rows } = await database.query('SELECT sum(fence)::int AS fences FROM lanes');
      return rows[0].fences;
    }
  });
}

/** Counts the leases that a worker has logged. */
function countLeases({ log }: { log: string }): number {
  return log.split('"event":"lane.leased"').length - 1;
}
