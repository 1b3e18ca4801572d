import { encodeApproval, type MarketCall } from '@app/chain';
import { ACCOUNTS } from '../../../contracts/testing/anvil.js';
import type { Effect } from '../../../contracts/testing/chain.js';
import { buildTransaction, type ContractFixture } from '../../../contracts/testing/fixture.js';
import type { Random } from '../../support/random.js';

export const TRADERS = ACCOUNTS.slice(1);
const APPROVED = 2n ** 250n;
const MIN_LIFE_S = 20;
const MAX_LIFE_S = 150;
/** Markets that accept buys at a time. */
const MAX_OPEN_MARKETS = 6;
const MAX_AMOUNT_BASE_UNITS = 50_000_000;

interface TradedMarket {
  readonly address: string;
  readonly creator: string;
  readonly resolver: string;
  readonly closesAtS: number;
  isFinal: boolean;
  readonly approved: Set<string>;
  readonly claimed: Set<string>;
}

type Calls = readonly [from: string, market: TradedMarket, call: MarketCall];

/** Random calls of every kind by some accounts, half of them with a ref. The contracts refuse some. */
export class RandomHistory {
  /** Events on the chain. */
  events = 0;
  private markets: TradedMarket[] = [];

  constructor(
    private readonly contracts: ContractFixture,
    private readonly random: Random,
  ) {}

  /** Adds events until the chain has this many. */
  async extendTo(events: number): Promise<void> {
    while (this.events < events) await this.step();
  }

  /** Adds blocks until the chain's clock, which ticks once per block, has moved on. */
  async addBlocks(count: number): Promise<void> {
    const until = this.contracts.chain.now + count;
    while (this.contracts.chain.now < until) await this.step();
  }

  /** Creates a market. @returns its id, which differs on each branch. The address is often the same on two branches. */
  async createMarket(): Promise<string> {
    const { contracts, random } = this;
    const [creator, resolver] = [random.pick(TRADERS), random.pick(TRADERS)];
    const closesAtS = contracts.chain.now + random.between(MIN_LIFE_S, MAX_LIFE_S);
    const id = `random-${random.between(0, 2 ** 32 - 1)}-${random.between(0, 2 ** 32 - 1)}`;
    const once = random.chance(0.5) ? contracts.freshOnce() : undefined;
    const effect = await contracts.create(creator, { id, closeTimestampSeconds: closesAtS, resolver }, once);
    const [event] = effect.events;
    if (event?.name !== 'MarketCreated') throw new Error(`no market: ${effect.error}`);
    this.events += 1;
    const address = event.market;
    this.markets.push({
      ...{ address, creator, resolver, closesAtS, isFinal: false },
      ...{ approved: new Set(), claimed: new Set() },
    });
    return id;
  }

  /** Replaces all blocks of `branch` by the ones that follow. */
  async takeBack(branch: () => Promise<void>): Promise<void> {
    const { chain } = this.contracts;
    const snapshot = await chain.rpc<string>('evm_snapshot', []);
    const { events } = this;
    const markets = structuredClone(this.markets);
    await branch();
    await chain.rpc('evm_revert', [snapshot]);
    await chain.start();
    Object.assign(this, { events, markets });
  }

  private async step(): Promise<void> {
    const nowS = this.contracts.chain.now;
    const open = this.markets.filter(({ isFinal, closesAtS }) => !isFinal && closesAtS > nowS);
    const ended = this.markets.filter(({ isFinal, closesAtS }) => !isFinal && closesAtS <= nowS);
    const final = this.markets.filter(({ isFinal, claimed }) => isFinal && claimed.size < TRADERS.length);
    const dice = this.random.next();
    if (open.length === 0 || (dice < 0.1 && open.length < MAX_OPEN_MARKETS)) return void (await this.createMarket());
    if (dice < 0.2 && ended.length > 0) return this.perform(this.chooseEnd(this.random.pick(ended)));
    if (dice < 0.22) return this.perform(this.chooseEnd(this.random.pick(this.markets)));
    if (dice < 0.45 && final.length > 0) return this.claim(this.random.pick(final));
    return this.buy(this.random.pick(open));
  }

  private async buy(market: TradedMarket): Promise<void> {
    const buyer = this.random.pick(TRADERS);
    if (!market.approved.has(buyer)) {
      const { callData } = encodeApproval(market.address, APPROVED);
      await this.contracts.chain.mine({ from: buyer, to: this.contracts.collateral, data: callData });
      market.approved.add(buyer);
    }
    const amountBaseUnits = BigInt(this.random.between(1, MAX_AMOUNT_BASE_UNITS));
    const name = this.random.pick(['buyYes', 'buyNo'] as const);
    await this.perform([buyer, market, { function: name, amountBaseUnits, minPayoutBaseUnits: 0n }]);
  }

  private chooseEnd(market: TradedMarket): Calls {
    const dice = this.random.next();
    if (dice < 0.3) return [market.creator, market, { function: 'closeMarket' }];
    if (dice < 0.45) return [market.resolver, market, { function: 'cancelMarket' }];
    return [market.resolver, market, { function: 'resolve', outcome: this.random.pick(['YES', 'NO'] as const) }];
  }

  /** Claims with the function of the market's phase, which the caller does not know. */
  private async claim(market: TradedMarket): Promise<void> {
    const account = this.random.pick(TRADERS.filter((one) => !market.claimed.has(one)));
    for (const name of ['claimPayout', 'claimRefund'] as const) {
      await this.perform([account, market, { function: name }]);
      if (market.claimed.has(account)) return;
    }
    market.claimed.add(account); // has nothing to claim
  }

  private async perform([from, market, call]: Calls): Promise<void> {
    const { contracts, random } = this;
    const once = random.chance(0.5) ? contracts.freshOnce() : undefined;
    const { events }: Effect = await contracts.chain.mine(buildTransaction(from, market.address, call, once));
    for (const { name } of events) {
      this.events += 1;
      if (name === 'Resolved' || name === 'Cancelled') market.isFinal = true;
      if (name === 'PayoutClaimed' || name === 'RefundClaimed') market.claimed.add(from);
    }
  }
}
