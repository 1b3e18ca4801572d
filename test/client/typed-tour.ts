import { type Action, ACTION_NAMES, ActionRefusedError, type Execution, Presage } from '@presage/sdk';
import type { Product } from '../conformance/support/product.js';
import { newAgentId } from '../conformance/support/agent.js';
import { eventually } from '../support/eventually.js';

interface Market {
  readonly market_id: string;
  readonly market_contract_address: string;
}

type Without<T> = T extends Action ? Omit<T, 'agent_id' | 'purpose'> : never;

/** An agent whose client knows only the API's document. */
class TypedAgent {
  readonly id = newAgentId();
  private actions = 0;

  constructor(private readonly presage: Presage) {}

  async setUp(): Promise<void> {
    const path = { agent_id: this.id };
    await this.presage.request('registerWallet', {
      body: {
        agent_id: this.id,
        wallet_provider: 'provider_agent_wallet',
        allowed_actions: ACTION_NAMES,
      },
    });
    await this.presage.addressOf(this.id);
    expect(await this.presage.request('requestFaucet', { path })).toMatchObject({
      agent_wallet_faucet: { status: 'requested' },
    });
  }

  /** Carries out an action. @returns its execution */
  async run(action: Without<Action>): Promise<Execution | null> {
    this.actions += 1;
    const named = { ...action, agent_id: this.id, purpose: `step ${this.actions}` } as Action;
    return (await this.presage.act(named)).execution;
  }

  /** Carries out an action, unless it would not execute now. */
  async isRefused(action: Without<Action>): Promise<boolean> {
    try {
      await this.run(action);
      return false;
    } catch (error) {
      if (error instanceof ActionRefusedError) return true;
      throw error;
    }
  }

  async createMarket(marketId: string, closesAt: Date): Promise<Market> {
    const execution = await this.run({
      action: 'create_market',
      market_id: marketId,
      question: 'Will it rain?',
      close_timestamp: closesAt.toISOString(),
    });
    return { market_id: marketId, market_contract_address: execution?.market_contract_address ?? '' };
  }

  /** Balance of the collateral, display units. */
  async balance(): Promise<number> {
    const { agent_wallet_balance: balance } = await this.presage.request('getWalletBalance', {
      path: { agent_id: this.id },
    });
    return Number(balance.balances.find(({ token }) => token.symbol === 'USDC')?.amount);
  }
}

/** The tour of docs/tour.md with a client generated from the document. Runs beside the other tests. */
export function typedTour({ client }: Product): void {
  let tour: Promise<void> | undefined;

  beforeAll(() => {
    tour = takeTour(client.baseUrl);
    // The test awaits the tour. Until then a failure must not end the process.
    tour.catch(() => undefined);
  });

  describe('a client generated from the document', () => {
    it('takes two agents from their wallets to a payout and a refund', async () => {
      await tour;
    });
  });
}

async function takeTour(baseUrl: string): Promise<void> {
  const presage = new Presage({ baseUrl });
  const alice = new TypedAgent(presage);
  const bob = new TypedAgent(presage);
  const begunMs = performance.now();
  await Promise.all([alice.setUp(), bob.setUp()]);
  // Staking takes several times as long as the setup, on a slow machine too.
  const lifeMs = Math.max(20_000, 8 * (performance.now() - begunMs));

  const market = await alice.createMarket('umbrella', new Date(Date.now() + lifeMs));
  await alice.run({ ...market, action: 'buy_yes', amount: '10' });
  await bob.run({ ...market, action: 'buy_no', amount: '30' });
  expect(await alice.isRefused({ ...market, action: 'claim_payout' })).toBe(true);
  // Closing is refused until the market's time has come.
  const close = () => alice.isRefused({ ...market, action: 'close_market' });
  await eventually(close, (isRefused) => !isRefused, 2 * lifeMs);
  await alice.run({ ...market, action: 'resolve_market', outcome: 'yes' });
  expect(await alice.run({ ...market, action: 'claim_payout' })).toMatchObject({ status: 'executed' });
  expect([await alice.balance(), await bob.balance()]).toEqual([1_030, 970]);

  const cancelled = await alice.createMarket('sunshade', new Date(Date.now() + 3_600_000));
  await bob.run({ ...cancelled, action: 'buy_yes', amount: '7.25' });
  await alice.run({ ...cancelled, action: 'cancel_market' });
  expect(await bob.run({ ...cancelled, action: 'claim_refund' })).toMatchObject({
    status: 'executed',
    readback: { has_claimed: true },
  });
  expect(await bob.balance()).toBe(970);
}
