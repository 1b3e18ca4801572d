import { spawn } from 'node:child_process';
import path from 'node:path';
import { PROJECT_ROOT } from '../../../dev/devnet/project-root.js';
import type { AgentClient } from '../support/agent-client.js';
import { type Kill, KillingProxy } from '../support/killing-proxy.js';
import type { MarketReference, Product } from '../support/product.js';

const EXAMPLE = path.join(PROJECT_ROOT, 'examples/agent.mjs');
const COMMAND = [process.execPath, EXAMPLE] as const;
const STAKE = '5';
const STAKE_BASE_UNITS = 5_000_000n;
/** Longer than all runs before the close. */
const LIFE_S = 1_800;
/** Agents that run at the same time: each waits most of its time. */
const PARALLEL_AGENTS = 4;
const TIMEOUT_MS = 1_200_000;

/**
 * Runs an example, by default examples/agent.mjs: it bets on a market, and claims. With `kills`, further agents are each
 * killed at one of its calls, before the call arrives or before its answer, and started again.
 */
export function exampleAgent(
  product: Product,
  { kills, command: [program, file] = COMMAND }: { kills: boolean; command?: readonly [program: string, file: string] },
): void {
  describe(`the example ${path.basename(file)}`, () => {
    let alice: AgentClient;
    let market: MarketReference;
    const agents: AgentClient[] = [];

    beforeAll(async () => {
      [alice] = (await product.fundedAgents('agent_alice_20')) as [AgentClient];
      market = await product.createMarket(alice, 'for-the-example', LIFE_S);
      // NO stays the better side, however many agents buy it.
      for (const [action, amount] of [
        ['buy_yes', '900'],
        ['buy_no', '50'],
      ] as const) {
        expect(await alice.run(action, { ...market, amount })).toMatchObject({ status: 200 });
      }
    });

    it(
      'buys once, wherever it is killed and however often it is started',
      async () => {
        const first = newAgent();
        const { calls, output } = await run(first, null);
        expect(output).toMatch(/5 USDC on NO at [\d.]+ % of ".*"\n {2}why: .*\n {2}buy_no: executed\n {2}see http/);
        expect((await run(first, null)).output).toContain('no further bet: 5 of the BUDGET of 5 are at stake');
        expect(await transfers(first, 'bought')).toEqual([STAKE_BASE_UNITS]);
        let killed = 0;
        await inParallel(kills ? killsAt(calls) : [], async (kill) => {
          const agent = newAgent();
          if ((await run(agent, kill)).isKilled) killed += 1;
          await run(agent, null);
          expect({ kill, bought: await transfers(agent, 'bought') }).toEqual({ kill, bought: [STAKE_BASE_UNITS] });
        });
        if (kills) expect(killed).toBeGreaterThan(calls); // some runs poll the balance less often
      },
      TIMEOUT_MS,
    );

    it(
      'claims once after the market was resolved in its favour',
      async () => {
        await product.chain.reach((await product.chain.now()) + LIFE_S);
        expect(await alice.run('resolve_market', { ...market, outcome: 'no' })).toMatchObject({ status: 200 });
        const [first, ...others] = agents;
        const { calls } = await run(first!, null);
        expect(await transfers(first!, 'paid')).toHaveLength(1);
        await inParallel(kills ? killsAt(calls) : [], async (kill) => {
          const agent = others.shift()!;
          await run(agent, kill);
          await run(agent, null);
          expect({ kill, paid: await transfers(agent, 'paid') }).toEqual({ kill, paid: [expect.any(BigInt)] });
        });
      },
      TIMEOUT_MS,
    );

    function newAgent(): AgentClient {
      const agent = product.agent(`agent_example_run_${agents.length}`);
      agents.push(agent);
      return agent;
    }

    async function transfers(agent: AgentClient, direction: 'bought' | 'paid'): Promise<bigint[]> {
      const { body } = await agent.get(`/agent/wallets/${agent.agentId}`);
      const accounts = [body.agent_wallet.agent_wallet_address, market.market_contract_address] as const;
      const [from, to] = direction === 'bought' ? accounts : accounts.toReversed();
      return product.chain.transfers(product.stack.deployment.collateral, from, to);
    }

    /** Runs the agent until it ends or is killed. */
    async function run(
      { agentId }: AgentClient,
      kill: Kill | null,
    ): Promise<{ calls: number; isKilled: boolean; output: string }> {
      const proxy = await KillingProxy.open(product.stack.api.url, kill);
      const child = spawn(program, [file], {
        env: { API: proxy.url, AGENT_ID: agentId, STAKE, BUDGET: STAKE },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      proxy.onKill = () => child.kill('SIGKILL');
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
      }
      const exit = await new Promise<unknown[]>((resolve) => child.once('close', (...values) => resolve(values)));
      await proxy.close();
      const isKilled = exit[1] === 'SIGKILL';
      if (!isKilled && exit[0] !== 0)
        throw new Error(`the example ended with exit code ${String(exit[0])}:\n${output}`);
      return { calls: proxy.calls, isKilled, output };
    }
  });
}

function killsAt(calls: number): Kill[] {
  return Array.from({ length: calls }, (_, index) => index + 1).flatMap((call): Kill[] => [
    { call, moment: 'before it arrives' },
    { call, moment: 'before its answer' },
  ]);
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const serve = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL_AGENTS }, serve));
}
