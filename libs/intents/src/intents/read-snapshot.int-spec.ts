import type { PolicyWallet } from '@app/agents';
import { type ChainHead, ChainRpc, EthersChain } from '@app/chain';
import { SystemClock } from '@app/common';
import type { IntentPreview, IntentRequest } from '@app/engine';
import { Logger } from '@app/observability';
import { ACCOUNTS, CHAIN_ID } from '../../../../contracts/testing/anvil.js';
import { ContractFixture } from '../../../../contracts/testing/fixture.js';
import { LONG_TIMEOUT_MS } from '../../../../test/support/long-timeout.js';
import { ExecutionPreview } from './execution-preview.js';

const [, , , alice = '', bob = ''] = ACCOUNTS;

/** Mines a block with another account's buy right after each of the next `moves` reads of the head. */
class MovingChain extends EthersChain {
  moves = 0;
  move: () => Promise<unknown> = () => Promise.resolve();

  override async head(): Promise<ChainHead> {
    const head = await super.head();
    if (this.moves > 0) {
      this.moves -= 1;
      await this.move();
    }
    return head;
  }
}

describe('asOfBlock of a preview', () => {
  let contracts: ContractFixture;
  let rpc: ChainRpc;
  let chain: MovingChain;
  let market: string;

  beforeAll(async () => {
    contracts = await ContractFixture.start();
    rpc = new ChainRpc({ url: contracts.chain.url, chainId: CHAIN_ID });
    chain = new MovingChain(rpc, { factoryAddress: contracts.factory, collateralAddress: contracts.collateral });
    market = await contracts.market();
    await contracts.buy(bob, market, 'NO', 30_000_000n);
    chain.move = () => contracts.buy(bob, market, 'YES', 10_000_000n);
  });
  afterAll(async () => {
    await contracts?.stop();
  });

  function newPreview(): ExecutionPreview {
    const log = Logger.create({ app: 'test', level: 'silent', format: 'json' });
    const preview = new ExecutionPreview(chain, new SystemClock(), log, {
      FACTORY_ADDRESS: contracts.factory,
      COLLATERAL_ADDRESS: contracts.collateral,
      COLLATERAL_DECIMALS: 6,
      EXECUTION_ENABLED: true,
      EXECUTION_DEADLINE_S: 900,
    });
    preview.limits.chainTimeoutMs = LONG_TIMEOUT_MS;
    return preview;
  }

  async function evaluate(preview = newPreview(), of = market): Promise<IntentPreview> {
    const request = { action: 'buy_yes', marketContractAddress: of.toLowerCase(), amount: '10', minMultiple: null };
    const wallet = { agentWalletAddress: alice.toLowerCase(), paused: false } as PolicyWallet;
    const controls = { pausedScopes: [], usable: true, gasPaid: false, knownBlock: 0, awaitsFunds: false };
    return preview.evaluate({ intentId: 'agent_intent_1', request: request as IntentRequest, wallet, controls });
  }

  it.each([0, 1, 2])('is the block of every read, with %i new blocks during the read', async (moves) => {
    chain.moves = moves;
    const { checks, quote } = await evaluate();
    const { blockNumber } = await chain.head();
    const named = checks.map(({ asOfBlock }) => asOfBlock).filter((block) => block !== null);
    expect(new Set([...named, quote?.asOfBlock])).toEqual(new Set([blockNumber]));
    const pools = await chain.marketState(market);
    expect(quote?.yesPool).toBe(String(pools.pools.yesBaseUnits / 1_000_000n));
  });

  it('is the newest block for a market that is newer than the last head read', async () => {
    const preview = newPreview();
    await evaluate(preview);
    const newer = await contracts.market();
    const { checks } = await evaluate(preview, newer);
    expect(checks.find(({ rule }) => rule === 'market_state')).toMatchObject({ result: 'pass' });
  });

  it('is answered on a chain with a new block at every read', async () => {
    chain.moves = 100;
    const { checks } = await evaluate();
    expect(checks.filter(({ result }) => result === 'unknown')).toEqual([]);
    expect(chain.moves).toBeGreaterThan(90);
  });
});
