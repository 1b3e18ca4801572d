import { JsonRpcClient } from '@app/common';
import { Random } from '../../../tools/support/random.js';
import type { AgentClient } from '../support/agent-client.js';
import type { MarketReference, Product } from '../support/product.js';

const SEED = Number(process.env.FEES_TEST_SEED ?? 20_261_128);
const GWEI = 10 ** 9;
/** Base fees between which that of the chain walks, by at most a sixteenth a block. */
const [MIN_BASE_FEE, MAX_BASE_FEE] = [0.5 * GWEI, 20 * GWEI];
const BLOCK_INTERVAL_MS = 1_000;
const LIFE_S = 120;
/** Limits of the test's time, and of an execution's share in it. */
const [TIMEOUT_MS, EXECUTION_MS] = [300_000, 500];

interface Options {
  /** Executions to compare, at least. */
  readonly executions: number;
  readonly agents: number;
  /** Whether the test mines the blocks, and moves their base fee. */
  readonly movesPrice?: boolean;
}

/** Costs in native coins: what the preview showed, and what the blocks have taken. */
interface Comparison {
  readonly action: string;
  readonly maxCost: number;
  readonly estimatedCost: number;
  readonly paid: number;
}

/** Compares the fees of previews with those that the chain takes, while its price of gas moves. */
export function fees(product: Product, { executions, agents: count, movesPrice = false }: Options): void {
  describe(`fees of ${executions} executions (FEES_TEST_SEED=${SEED})`, () => {
    const random = new Random(SEED);
    const compared: Comparison[] = [];
    const failures: string[] = [];
    let node: JsonRpcClient;
    let agents: AgentClient[];
    let walk: Promise<void> = Promise.resolve();
    let isOver = false;
    let markets = 0;

    /** Mines a block whose base fee moves, as the demand of others moves it. */
    async function moveBaseFee(): Promise<void> {
      const block = await node.send('eth_getBlockByNumber', ['latest', false]);
      const { baseFeePerGas } = block as { baseFeePerGas: string };
      const next = Number(baseFeePerGas) * (1 + (random.next() - 0.5) / 8);
      const clamped = Math.round(Math.min(MAX_BASE_FEE, Math.max(MIN_BASE_FEE, next)));
      await node.send('anvil_setNextBlockBaseFeePerGas', [`0x${clamped.toString(16)}`]);
      await node.send('evm_mine', []);
    }

    async function walkBaseFee(): Promise<void> {
      while (!isOver) {
        await moveBaseFee();
        await new Promise((resolve) => setTimeout(resolve, BLOCK_INTERVAL_MS));
      }
    }

    beforeAll(async () => {
      node = new JsonRpcClient({ url: product.stack.rpcUrl, timeoutMs: 10_000 });
      if (movesPrice) {
        await node.send('anvil_setIntervalMining', [0]);
        await node.send('evm_setAutomine', [false]);
        await moveBaseFee(); // no preview sees the price below the walk, to which empty blocks fall
        walk = walkBaseFee();
      }
      agents = await product.fundedAgents(
        ...Array.from({ length: count }, (_, index) => `agent_fees_${SEED}_${index}`),
      );
      for (const { address } of agents)
        await node.send('anvil_setBalance', [address, `0x${(10n ** 20n).toString(16)}`]);
    });
    afterAll(async () => {
      isOver = true;
      await walk;
    });

    /** Sums what was paid after a block: a buy also names the earlier transaction that approved it. */
    async function paidFor(hashes: readonly (string | null | undefined)[], afterBlock: number): Promise<number> {
      // A permit has the hash of its buy.
      const sent = [...new Set(hashes)].filter((hash) => typeof hash === 'string');
      const receipts = await Promise.all(sent.map((hash) => node.send('eth_getTransactionReceipt', [hash])));
      return receipts.reduce((sum: number, receipt) => {
        const { gasUsed, effectiveGasPrice, blockNumber } = receipt as Record<string, string>;
        if (Number(blockNumber) <= afterBlock) return sum;
        return sum + Number(BigInt(gasUsed ?? 0) * BigInt(effectiveGasPrice ?? 0)) / 1e18;
      }, 0);
    }

    /** Previews, executes and compares. @returns the execution, null when the preview or the chain refused it */
    async function run(agent: AgentClient, action: string, fields: object): Promise<any> {
      const intent = { action, agent_id: agent.agentId, user_wallet: agent.address, ...fields };
      const { status, body } = await agent.post('/agent/intents', intent);
      if (status !== 201) return failures.push(`${action}: ${body.error.code}`) && null;
      const { intent_id, validation_result: shown } = body.intent;
      if (shown.would_execute === false) return null;
      const plan = await agent.post(`/agent/intents/${intent_id}/confirm`);
      expect(plan.body.execution_plan.fee).toEqual(shown.fee);
      const executed = await agent.execute(intent_id, { prefer: 'wait=30' });
      const { execution } = executed.body;
      if (execution?.status !== 'executed') {
        failures.push(`${action}: ${executed.body.error?.failure_reason ?? executed.status}`);
        return null;
      }
      expect(shown.fee).toMatchObject({ payer: 'agent_wallet', native_balance: expect.stringMatching(/^\d/) });
      const hashes = [execution.approve_transaction_hash, execution.transaction_hash];
      const paid = await paidFor(hashes, shown.fee.as_of_block);
      const [maxCost, estimatedCost] = [Number(shown.fee.max_cost), Number(shown.fee.estimated_cost)];
      compared.push({ action, maxCost, estimatedCost, paid });
      return execution;
    }

    async function createMarket(agent: AgentClient): Promise<MarketReference | null> {
      markets += 1;
      const market_id = `fees-${markets}-${'m'.repeat(random.between(0, 60))}`;
      const question = `Will it rain? ${'?'.repeat(random.between(0, 300))}`;
      const fields = { ...(await product.marketFields(agent, market_id, LIFE_S)), question };
      const execution = await run(agent, 'create_market', fields);
      return execution === null ? null : { market_id, market_contract_address: execution.market_contract_address };
    }

    async function buy(agent: AgentClient, market: MarketReference): Promise<void> {
      const amount = (0.5 + random.next()).toFixed(random.pick([0, 2, 6] as const));
      if (Number(amount) > 0) await run(agent, random.pick(['buy_yes', 'buy_no'] as const), { ...market, amount });
    }

    /** Every agent creates a market, buys in all, and ends and claims what it may. */
    async function round(buysEach: number): Promise<void> {
      const created = await Promise.all(agents.map(createMarket));
      const open = created.filter((market) => market !== null);
      // The first stakes cost most. Of two at once, the second would pay less than its preview shows.
      await Promise.all(
        agents.map(async (agent, index) => {
          const market = created[index];
          for (const action of ['buy_yes', 'buy_no']) if (market) await run(agent, action, { ...market, amount: '1' });
        }),
      );
      await Promise.all(
        agents.map(async (agent) => {
          for (let turn = 0; turn < buysEach; turn += 1) await buy(agent, random.pick(open));
        }),
      );
      await Promise.all(
        agents.map(async (agent, index) => {
          const market = created[index];
          if (market && index % 4 === 0) await run(agent, 'cancel_market', market);
        }),
      );
      await product.chain.reach((await product.chain.now()) + LIFE_S);
      await Promise.all(
        agents.map(async (agent, index) => {
          const market = created[index];
          if (!market || index % 4 === 0) return;
          if (index % 2 === 0) await run(agent, 'close_market', market);
          await run(agent, 'resolve_market', { ...market, outcome: random.pick(['yes', 'no'] as const) });
        }),
      );
      await Promise.all(
        agents.map(async (agent) => {
          for (const market of open) {
            await run(agent, 'claim_payout', market);
            await run(agent, 'claim_refund', market);
          }
        }),
      );
    }

    it(
      'are at most max_cost, and no less than two thirds of estimated_cost',
      async () => {
        while (compared.length < executions) {
          await round(executions < 100 ? 3 : 12);
          if (executions >= 100) report(compared, failures);
        }
        const actions = new Set(compared.map(({ action }) => action));
        expect([...actions].sort()).toEqual([
          ...['buy_no', 'buy_yes', 'cancel_market', 'claim_payout', 'claim_refund'],
          ...['close_market', 'create_market', 'resolve_market'],
        ]);
        expect(compared.filter(({ paid, maxCost }) => paid > maxCost)).toEqual([]);
        expect(compared.filter(({ paid, estimatedCost }) => estimatedCost > 1.5 * paid)).toEqual([]);
      },
      TIMEOUT_MS + executions * EXECUTION_MS,
    );
  });
}

function report(compared: readonly Comparison[], failures: readonly string[]): void {
  const above = compared.filter(({ paid, maxCost }) => paid > maxCost).length;
  const estimates = compared.map(({ estimatedCost, paid }) => estimatedCost / paid).sort((one, other) => other - one);
  const closest = Math.max(...compared.map(({ paid, maxCost }) => paid / maxCost));
  process.stdout.write(
    `${compared.length} executions: ${above} above max_cost, paid / max_cost at most ${closest.toFixed(3)}; estimated / paid ` +
      `${estimates[0]?.toFixed(3)} at most, ${estimates[estimates.length >> 1]?.toFixed(3)} in the median; ${failures.length} not executed\n`,
  );
}
