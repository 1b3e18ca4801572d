import type { AgentWallet, Forecast, IntentRequest } from '@app/agents';
import { EthersChain, JsonRpc } from '@app/chain';
import { SystemClock } from '@app/common';
import { Logger } from '@app/observability';
import { ACCOUNTS, CHAIN_ID } from '../../../../contracts/testing/anvil.js';
import { ContractFixture } from '../../../../contracts/testing/fixture.js';
import { openDatabase, type OpenDatabase } from '../../../../test/agents/open-database.js';
import { EngineExecutionPreview } from './engine-execution-preview.js';

const [, , , alice = '', bob = ''] = ACCOUNTS;

/** Has a new block, with a buy of somebody else's, right after it was asked for the newest, so many times. */
class MovingChain extends EthersChain {
  moves = 0;
  move: () => Promise<unknown> = () => Promise.resolve();

  override async head(): Promise<{ blockNumber: number; timestampMs: number }> {
    const head = await super.head();
    if (this.moves > 0) {
      this.moves -= 1;
      await this.move();
    }
    return head;
  }
}

describe('the block that a preview names', () => {
  let stage: ContractFixture;
  let open: OpenDatabase;
  let rpc: JsonRpc;
  let chain: MovingChain;
  let market: string;

  beforeAll(async () => {
    [stage, open] = await Promise.all([ContractFixture.start(), openDatabase()]);
    rpc = new JsonRpc({ url: stage.chain.url, chainId: CHAIN_ID });
    chain = new MovingChain(rpc, { factoryAddress: stage.factory, collateralAddress: stage.collateral });
    market = await stage.market();
    await stage.buy(bob, market, 'NO', 30_000_000n);
    chain.move = () => stage.buy(bob, market, 'YES', 10_000_000n);
  });
  afterAll(async () => {
    rpc?.close();
    await open?.close();
    await stage?.stop();
  });

  async function evaluate(): Promise<Forecast> {
    const forecast = new EngineExecutionPreview({
      sql: open.database,
      chain,
      clock: new SystemClock(),
      log: Logger.create({ app: 'test', level: 'silent', format: 'json' }),
      settings: {
        plan: { factoryAddress: stage.factory, collateralAddress: stage.collateral, decimals: 6 },
        executionEnabled: true,
        deadlineMs: 900_000,
        chainWaitMs: 20_000,
        chainRestMs: 0,
        chainReadsMax: 4,
      },
    });
    const request = { action: 'buy_yes', marketContractAddress: market.toLowerCase(), amount: '10', minMultiple: null };
    const wallet = { agentWalletAddress: alice.toLowerCase(), paused: false } as AgentWallet;
    return forecast.evaluate({ intentId: 'agent_intent_1', request: request as IntentRequest, wallet });
  }

  it.each([0, 1, 2])('is the one that all of it was read at, also when %i blocks come in between', async (moves) => {
    chain.moves = moves;
    const { checks, quote } = await evaluate();
    const { blockNumber } = await chain.head();
    const named = checks.map(({ asOfBlock }) => asOfBlock).filter((block) => block !== null);
    expect(new Set([...named, quote?.asOfBlock])).toEqual(new Set([blockNumber]));
    const pools = await chain.marketState(market);
    expect(quote?.yesPool).toBe(String(pools.pools.yesBaseUnits / 1_000_000n));
  });

  it('is not waited for on a chain that never stands still', async () => {
    chain.moves = 100;
    const { checks } = await evaluate();
    expect(checks.filter(({ result }) => result === 'unknown')).toEqual([]);
    expect(chain.moves).toBeGreaterThan(90);
  });
});
