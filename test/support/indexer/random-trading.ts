import { encodeApproval, type MarketCall } from '@app/contracts';
import { ACCOUNTS } from '../../../contracts/testing/anvil.js';
import { type Stage, transactionOf } from '../../../contracts/testing/stage.js';

const BUYERS = ACCOUNTS.slice(1, 5);
const APPROVED = 2n ** 250n;
const MIN_LIFE_S = 20;

/** People who create, buy, close, resolve, cancel and claim at random; what the contracts refuse is left at that. */
export class RandomTrading {
  readonly markets: string[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly random: () => number,
  ) {}

  async steps(count: number): Promise<void> {
    for (let step = 0; step < count; step += 1) await this.step();
  }

  get accounts(): readonly string[] {
    return BUYERS;
  }

  private async step(): Promise<void> {
    if (this.markets.length === 0 || this.random() < 0.08) return this.create();
    const market = this.pick(this.markets);
    const dice = this.random();
    if (dice < 0.6)
      return this.act(market, { function: this.pick(['buyYes', 'buyNo']), amountBaseUnits: this.amount() });
    if (dice < 0.66) return this.act(market, { function: 'closeMarket' });
    if (dice < 0.76) return this.act(market, { function: 'resolve', outcome: this.pick(['YES', 'NO']) });
    if (dice < 0.8) return this.act(market, { function: 'cancelMarket' });
    return this.act(market, { function: this.pick(['claimPayout', 'claimRefund']) });
  }

  private async create(): Promise<void> {
    const created = await this.stage.create(this.pick(BUYERS), {
      id: `random-${Math.floor(this.random() * 1e9)}`,
      closeTimestampSeconds: this.stage.chain.now + MIN_LIFE_S + Math.floor(this.random() * 60),
      resolver: this.pick(BUYERS),
    });
    const [event] = created.events;
    if (event?.name !== 'MarketCreated') throw new Error(`no market: ${created.error}`);
    this.markets.push(event.market);
    for (const buyer of BUYERS) {
      const { callData } = encodeApproval(event.market, APPROVED);
      await this.stage.chain.mine({ from: buyer, to: this.stage.collateral, data: callData });
    }
  }

  private async act(market: string, call: MarketCall): Promise<void> {
    await this.stage.chain.mine(transactionOf(this.pick(BUYERS), market, call));
  }

  private amount(): bigint {
    return BigInt(1 + Math.floor(this.random() * 50_000_000));
  }

  private pick<T>(from: readonly T[]): T {
    const picked = from[Math.floor(this.random() * from.length)];
    if (picked === undefined) throw new Error('nothing to pick from');
    return picked;
  }
}
