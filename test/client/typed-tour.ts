import createClient, { type Client } from 'openapi-fetch';
import type { Product } from '../conformance/support/product.js';
import { newAgentId } from '../conformance/support/agent.js';
import type { components, paths } from './generated/api.js';

type Schemas = components['schemas'];
type Market = Pick<Schemas['MarketIntent'], 'market_id' | 'market_contract_address'>;

/** An agent whose client knows only the API's document. */
class TypedAgent {
  readonly id = newAgentId();
  address = '';

  constructor(private readonly api: Client<paths>) {}

  async setUp(): Promise<void> {
    const { data } = await this.api.POST('/agent/wallets', {
      body: {
        agent_id: this.id,
        wallet_provider: 'provider_agent_wallet',
        allowed_actions: [
          ...(['create_market', 'buy_yes', 'buy_no', 'close_market'] as const),
          ...(['resolve_market', 'claim_payout', 'cancel_market', 'claim_refund'] as const),
        ],
      },
    });
    this.address = data?.agent_wallet.agent_wallet_address ?? '';
    const { response } = await this.api.POST('/agent/wallets/{agent_id}/faucet', {
      params: { path: { agent_id: this.id } },
    });
    expect(response.status).toBe(200);
  }

  /** Previews, confirms and executes an intent. @returns the execution, or the error code */
  async run(intent: NewIntent): Promise<Schemas['Execution'] | Schemas['ErrorCode']> {
    const body: AnyIntent = { ...intent, agent_id: this.id, user_wallet: this.address };
    const { data: created } = await this.api.POST('/agent/intents', { body });
    const path = { intent_id: created?.intent.intent_id ?? '' };
    const { data: confirmed } = await this.api.POST('/agent/intents/{intent_id}/confirm', { params: { path } });
    expect(confirmed?.execution_plan.broadcast_performed).toBe(false);
    const { data, error } = await this.api.POST('/agent/intents/{intent_id}/execute', {
      params: { path, header: { Prefer: 'wait=60' } },
    });
    return data?.execution ?? error?.error.code ?? 'internal_error';
  }

  async createMarket(marketId: string, closesAt: Date): Promise<Market> {
    const { data: contract } = await this.api.GET('/chain/contract');
    const execution = await this.run({
      action: 'create_market',
      market_id: marketId,
      question: 'Will it rain?',
      close_timestamp: closesAt.toISOString(),
      resolver: this.address,
      collateral_token: contract?.collateral_erc20_interface ?? '',
    });
    const address = typeof execution === 'string' ? null : execution.market_contract_address;
    return { market_id: marketId, market_contract_address: address ?? '' };
  }

  /** Balance of the collateral, display units. */
  async balance(): Promise<number> {
    const { data } = await this.api.GET('/agent/wallets/{agent_id}/balance', {
      params: { path: { agent_id: this.id } },
    });
    const collateral = data?.agent_wallet_balance.balances.find(({ token }) => token.symbol === 'USDC');
    return Number(collateral?.amount);
  }
}

type AnyIntent =
  Schemas['CreateMarketIntent'] | Schemas['BuyIntent'] | Schemas['ResolveMarketIntent'] | Schemas['MarketIntent'];
type Without<T> = T extends AnyIntent ? Omit<T, 'agent_id' | 'user_wallet'> : never;
type NewIntent = Without<AnyIntent>;

/** The tour of the README with a client generated from the document. Runs beside the other tests. */
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
  const api = createClient<paths>({ baseUrl });
  const alice = new TypedAgent(api);
  const bob = new TypedAgent(api);
  const begunMs = performance.now();
  await Promise.all([alice.setUp(), bob.setUp()]);
  // Staking takes several times as long as the setup, on a slow machine too.
  const lifeMs = Math.max(20_000, 8 * (performance.now() - begunMs));

  const market = await alice.createMarket('umbrella', new Date(Date.now() + lifeMs));
  await alice.run({ ...market, action: 'buy_yes', amount: '10' });
  await bob.run({ ...market, action: 'buy_no', amount: '30' });
  expect(await alice.run({ ...market, action: 'claim_payout' })).toBe('agent_execution_failed');
  // Closing fails without effect until the market's time has come.
  while ((await alice.run({ ...market, action: 'close_market' })) === 'agent_execution_failed') continue;
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
