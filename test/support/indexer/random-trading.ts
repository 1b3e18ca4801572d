import { encodeApproval, type MarketCall } from '@app/chain';
import { ACCOUNTS } from '../../../contracts/testing/anvil.js';
import type { Random } from '../../../tools/support/random.js';
import { buildTransaction, type ContractFixture } from '../../../contracts/testing/fixture.js';

const BUYERS = ACCOUNTS.slice(1, 5);
const APPROVED = 2n ** 250n;
const MIN_LIFE_S = 20;

/** Random creates, buys, closes, resolutions, cancellations and claims. Calls that the contracts refuse have no effect. */
export class RandomTrading {
  readonly markets: string[] = [];

  constructor(
    private readonly contracts: ContractFixture,
    private readonly random: Random,
  ) {}

  async steps(count: number): Promise<void> {
    for (let step = 0; step < count; step += 1) await this.step();
  }

  get accounts(): readonly string[] {
    return BUYERS;
  }

  private async step(): Promise<void> {
    if (this.markets.length === 0 || this.random.next() < 0.08) return this.create();
    const market = this.random.pick(this.markets);
    const dice = this.random.next();
    if (dice < 0.6)
      return this.act(market, {
        function: this.random.pick(['buyYes', 'buyNo']),
        amountBaseUnits: this.amount(),
        minPayoutBaseUnits: 0n,
      });
    if (dice < 0.66) return this.act(market, { function: 'closeMarket' });
    if (dice < 0.76) return this.act(market, { function: 'resolve', outcome: this.random.pick(['YES', 'NO']) });
    if (dice < 0.8) return this.act(market, { function: 'cancelMarket' });
    return this.act(market, { function: this.random.pick(['claimPayout', 'claimRefund']) });
  }

  private async create(): Promise<void> {
    const created = await this.contracts.create(this.random.pick(BUYERS), {
      id: `random-${this.random.between(0, 1e9)}`,
      closeTimestampSeconds: this.contracts.chain.now + MIN_LIFE_S + this.random.between(0, 59),
      resolver: this.random.pick(BUYERS),
    });
    const [event] = created.events;
    if (event?.name !== 'MarketCreated') throw new Error(`no market: ${created.error}`);
    this.markets.push(event.market);
    for (const buyer of BUYERS) {
      const { callData } = encodeApproval(event.market, APPROVED);
      await this.contracts.chain.mine({ from: buyer, to: this.contracts.collateral, data: callData });
    }
  }

  private async act(market: string, call: MarketCall): Promise<void> {
    await this.contracts.chain.mine(buildTransaction(this.random.pick(BUYERS), market, call));
  }

  private amount(): bigint {
    return BigInt(this.random.between(1, 50_000_000));
  }
}
