import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { computeRef } from '@app/chain';
import { LIVE_STATUS_LIST } from '@app/engine';
import { Random } from '../../../tools/support/random.js';
import type { StackProcess } from '../../support/stack/stack-process.js';
import { runOps } from '../../support/run-ops.js';
import { eventually } from '../../support/eventually.js';
import { startStack } from '../../support/index.js';
import { AgentClient } from '../support/agent-client.js';
import { type Product, useProduct } from '../support/product.js';

const FIRST_SEED = Number(process.env.BUDGET_SEED ?? Date.now() % 1_000_000);
const { BUDGET_SEEDS } = process.env;
const SEEDS = Array.from({ length: Number(BUDGET_SEEDS ?? 1) }, (_, index) => FIRST_SEED + index);
const STAKE = 10;
/** Full size with BUDGET_SEEDS: stakes that each limit holds, agents of the account, and workers. */
const [STAKES, ACCOUNT_AGENTS, WORKERS] = BUDGET_SEEDS === undefined ? [12, 6, 2] : [50, 20, 4];
/** Executions that compete for the stakes. */
const EXECUTIONS = 4 * STAKES;
const OWNER = 'owner@example.com';
const TIMEOUT_MS = 900_000;
/** For an answer to an execution amid the kills, and for the end of all executions after them. */
const RACE_TIMEOUT_MS = 300_000;
const [MIN_KILLS, MAX_KILLS] = [3, 12];

/** Processes that the test has killed. */
class Outages {
  /** Number of ends and beginnings of each process: odd while it is away. */
  private readonly changes = new Map<StackProcess, number>();

  async killAndRestart(victim: StackProcess): Promise<void> {
    this.changes.set(victim, this.changesOf(victim) + 1);
    await victim.kill('SIGKILL');
    await victim.start();
    this.changes.set(victim, this.changesOf(victim) + 1);
  }

  /** Returns a function whose result is whether the process was away at any time since this call. */
  watch(process: StackProcess): () => boolean {
    const before = this.changesOf(process);
    return () => before % 2 === 1 || this.changesOf(process) !== before;
  }

  private changesOf(process: StackProcess): number {
    return this.changes.get(process) ?? 0;
  }
}

/** Returns the code of the error when a connection was refused or lost, and null for any other error of `fetch`. */
function findConnectionFailure(error: unknown): string | null {
  const { cause } = error as { cause?: { code?: string } };
  return ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].find((code) => code === cause?.code) ?? null;
}

interface Order {
  readonly agentId: string;
  readonly intentId: string;
}

describe('budgets under parallel executions, two APIs, several workers and kills', () => {
  const product: Product = useProduct(() =>
    startStack({ apis: 2, workers: WORKERS, env: { LANE_LEASE_MS: '1000', LOG_LEVEL: 'warn' } }),
  );

  let client: pg.Client;
  beforeAll(async () => {
    client = await product.connectToDatabase();
  });

  const query = async <Row>(text: string, parameters: unknown[] = []): Promise<Row[]> =>
    (await client.query(text, parameters)).rows as Row[];
  const confirm = (agents: readonly AgentClient[], market: object): Promise<Order[]> =>
    Promise.all(
      Array.from({ length: EXECUTIONS }, async (_, index): Promise<Order> => {
        const agent = agents[index % agents.length]!;
        const fields = { ...market, amount: String(STAKE) };
        return { agentId: agent.agentId, intentId: await agent.confirmed('buy_yes', fields) };
      }),
    );
  const outages = new Outages();
  /** Repeats the call at both APIs until one answers. @returns `status code` */
  const execute = ({ agentId, intentId }: Order, random: Random): Promise<string> =>
    eventually(
      async () => {
        const api = product.stack.apis[random.chance(0.5) ? 0 : 1]!;
        const wasAway = outages.watch(api);
        try {
          const agent = new AgentClient(api.url, agentId);
          const { status, body } = await agent.execute(intentId, { prefer: 'respond-async' });
          return `${status} ${body.error?.budget?.rule ?? body.error?.code ?? ''}`;
        } catch (error) {
          const code = findConnectionFailure(error);
          if (code === null || !wasAway()) throw error;
          return `no answer: ${code}`;
        }
      },
      (answer) => !/^(5|429|no answer)/.test(answer),
      RACE_TIMEOUT_MS,
    );
  const live = async (): Promise<number> => {
    const [row] = await query<{ live: number }>(
      `SELECT count(*)::int AS live FROM executions WHERE status IN ${LIVE_STATUS_LIST}`,
    );
    return row?.live ?? 0;
  };
  /** Kills and restarts processes one after another until `isOver`, at least MIN_KILLS and at most MAX_KILLS of them. */
  const killUntil = async (isOver: () => Promise<boolean>, random: Random): Promise<void> => {
    const victims: readonly StackProcess[] = [...product.stack.apis, ...product.stack.workers];
    for (let kills = 0; kills < MIN_KILLS || (kills < MAX_KILLS && !(await isOver())); kills += 1) {
      await delay(100 + random.next() * 700);
      await outages.killAndRestart(victims[random.between(0, victims.length - 1)]!);
    }
  };
  /** Executes all orders at once amid kills. @returns the intents whose stake is on the chain */
  const race = async (orders: readonly Order[], market: string, random: Random): Promise<string[]> => {
    let answered = false;
    const answers = Promise.allSettled(orders.map((order) => execute(order, random)));
    void answers.then(() => (answered = true));
    await killUntil(async () => answered && (await live()) === 0, random);
    const answer = expect.stringMatching(
      /^(202 |200 |409 agent_intent_not_confirmed|403 (daily|total)_limit)/,
    ) as unknown;
    expect(await answers).toEqual(orders.map(() => ({ status: 'fulfilled', value: answer })));
    await eventually(live, (count) => count === 0, RACE_TIMEOUT_MS);
    const refs = new Map(orders.map(({ intentId }) => [computeRef(intentId), intentId]));
    const bought = (await product.chain.readEvents(market)).filter(({ name }) => name === 'Bought');
    return bought.map(({ ref }) => refs.get(String(ref)) ?? 'another').sort();
  };

  it.each(SEEDS)(
    'puts exactly as many stakes on the chain as the limits of an agent, of its life and of an account hold (BUDGET_SEED=%s)',
    async (seed) => {
      const random = new Random(seed);
      const [creator, mortal, ...agents] = await product.fundedAgents(
        ...Array.from({ length: 2 + ACCOUNT_AGENTS }, (_, index) => `agent_budget_${seed}_${index}`),
      );
      const [ofAgent, ofLife, ofAccount] = [
        await product.createMarket(creator!, `agent-${seed}`),
        await product.createMarket(creator!, `life-${seed}`),
        await product.createMarket(creator!, `account-${seed}`),
      ];
      const limit = String(STAKES * STAKE);
      const limited = (agent: AgentClient, policy_metadata: object) =>
        agent.post('/agent/wallets', {
          ...{ agent_id: agent.agentId, wallet_provider: 'provider_agent_wallet', allowed_actions: ['buy_yes'] },
          policy_metadata,
        });
      await limited(creator!, { daily_limit: limit });
      await limited(mortal!, { total_limit: limit });
      await query('UPDATE agent_wallets SET owner_email = $1 WHERE agent_id = ANY ($2)', [
        `${seed}${OWNER}`,
        agents.map(({ agentId }) => agentId),
      ]);
      expect(await runOps(product.stack, ['accounts', 'limits', `${seed}${OWNER}`, '--daily', limit])).toMatchObject({
        code: 0,
      });

      const first = await race(await confirm([creator!], ofAgent), ofAgent.market_contract_address, random);
      expect(first).toHaveLength(STAKES);
      const second = await race(await confirm(agents, ofAccount), ofAccount.market_contract_address, random);
      expect(second).toHaveLength(STAKES);
      const third = await race(await confirm([mortal!], ofLife), ofLife.market_contract_address, random);
      expect(third).toHaveLength(STAKES);
      expect(new Set([...first, ...second, ...third]).size).toBe(3 * STAKES);
      for (const [agent, rule] of [
        [creator!, 'daily_limit'],
        [mortal!, 'total_limit'],
      ] as const) {
        const { body } = await agent.get(`/agent/wallets/${agent.agentId}/budget`);
        expect(body.budget.rules).toMatchObject([{ rule, spent: limit, reserved: '0', headroom: '0' }]);
      }
      expect(await runOps(product.stack, ['verify'])).toMatchObject({ code: 0 });
      await eventually(
        async () =>
          query<{ type: string; count: number }>(
            `SELECT type, count(*)::int AS count FROM logged_events WHERE log = $1 AND type IN ('budget.reserved', 'budget.spent')
           GROUP BY type ORDER BY type`,
            [`agent:${creator!.agentId}`],
          ),
        (rows) => rows.length === 2 && rows.every(({ count }) => count === STAKES),
        10_000,
      );
    },
    TIMEOUT_MS,
  );
});
