import { ProviderError } from '@app/engine';
import type { Treasury } from '../../../apps/worker/src/custody/keystore/treasury.js';
import { Random } from '../../../tools/support/random.js';
import { balanceOf, ChainModel } from './chain-model.js';
import { type Faults, ModelTransfers, REQUIRED_WEI, startTreasury, TOP_UP_WEI, WorkerKilled } from './model-worker.js';

type Answer = 'coming' | 'refused' | 'failed' | 'killed';

const WALLETS = ['1', '2', '3', '4'].map((digit) => `0x${digit.repeat(40)}`);
const HOLDERS = ['8', '9'].map((digit) => `0x${digit.repeat(40)}`);
const STEPS = 45;
/** Deeper than any node is behind. */
const SEEN_BY_ALL = 4;
const REFILL_WEI = 10n ** 20n;

/**
 * Two workers that pay gas and grant tokens on a chain with faults, until the faults end. Reports each wallet that was paid
 * more often than it needed, and each answer that did not come true.
 */
export async function runTreasurySequence(
  seed: number,
  transfers: ModelTransfers = new ModelTransfers(),
): Promise<string[]> {
  const sequence = new TreasurySequence(seed, transfers);
  await sequence.run();
  return sequence.violations.map((violation) => `seed ${seed}: ${violation}`);
}

class TreasurySequence {
  readonly violations: string[] = [];
  private readonly random: Random;
  private readonly chain: ChainModel;
  private readonly faults: Faults;
  private readonly accountDayWei: bigint | null;
  private readonly workers: Treasury[];
  /** Answers since the wallet was last without gas, and how often that was. */
  private readonly needs = new Map(WALLETS.map((wallet) => [wallet, { count: 1, answers: [] as Answer[] }]));
  private readonly grants = new Map(HOLDERS.map((holder) => [holder, { least: 0, most: 0 }]));

  constructor(
    seed: number,
    private readonly transfers: ModelTransfers,
  ) {
    this.random = new Random(seed);
    this.chain = new ChainModel(this.random);
    this.faults = { chain: this.chain, random: this.random, isOn: true };
    this.accountDayWei = this.random.chance(0.3) ? TOP_UP_WEI * 5n : null;
    this.workers = [this.start(), this.start()];
  }

  async run(): Promise<void> {
    for (let step = 0; step < STEPS; step += 1) {
      await this.act();
      this.compare();
    }
    this.faults.isOn = false;
    const refused = WALLETS.filter((wallet) => this.wereAllRefused(wallet));
    this.chain.refill(REFILL_WEI);
    for (let round = 0; round < 6; round += 1) {
      for (const wallet of WALLETS) if (!refused.includes(wallet)) await this.ask(wallet, 0);
      this.transfers.nowS += 60;
      await this.workers[0]?.repeatOverdue();
      this.chain.settle(14);
    }
    this.compare();
    for (const wallet of WALLETS) this.compareEnd(wallet);
    for (const [holder, { least }] of this.grants) {
      const minted = this.chain.paymentsTo(holder);
      if (minted < least)
        this.violations.push(`${holder} was granted tokens ${least} times and got them ${minted} times`);
    }
  }

  private async act(): Promise<void> {
    const { random, chain } = this;
    const choice = random.next();
    if (choice < 0.3) {
      const asks = [0, 1].slice(0, random.chance(0.3) ? 2 : 1).map((worker) => this.ask(random.pick(WALLETS), worker));
      await Promise.all(asks);
    } else if (choice < 0.36) await this.grant(random.pick(HOLDERS));
    else if (choice < 0.42) this.spend(random.pick(WALLETS));
    else if (choice < 0.6) await this.sweep();
    else chain.happen();
  }

  /** Asks for gas if the wallet seems to lack it, as a node that may be behind shows it. */
  private async ask(wallet: string, worker: number): Promise<void> {
    const { chain } = this.random.pick(this.chain.replicas);
    const need = this.needs.get(wallet);
    if (need === undefined || balanceOf(chain, wallet) >= REQUIRED_WEI) return;
    const { count } = need;
    const answer = await this.answerOf(worker, async (treasury) => treasury.topUp(wallet, REQUIRED_WEI));
    if (need.count === count) need.answers.push(answer);
  }

  /** A holder asks again only after what was granted has arrived. Two requests at once may become one grant. */
  private async grant(holder: string): Promise<void> {
    const grants = this.grants.get(holder);
    if (grants === undefined || this.chain.paymentsTo(holder, SEEN_BY_ALL) < grants.most) return;
    const indexes = [0, 1].slice(0, this.random.between(1, 2));
    const request = async (treasury: Treasury): Promise<boolean> => {
      await treasury.requestFunds(holder);
      return true;
    };
    const answers = await Promise.all(indexes.map((index) => this.answerOf(index, request)));
    if (answers.includes('coming')) grants.least += 1;
    grants.most += answers.filter((answer) => answer === 'coming' || answer === 'killed').length;
  }

  private async sweep(): Promise<void> {
    this.transfers.nowS += this.random.between(5, 40);
    const index = this.random.between(0, 1);
    await this.answerOf(index, async (treasury) => {
      await treasury.repeatOverdue();
      return true;
    });
  }

  private spend(wallet: string): void {
    const need = this.needs.get(wallet);
    if (need === undefined || this.chain.paymentsTo(wallet, SEEN_BY_ALL) < need.count) return;
    this.chain.spend(wallet);
    this.needs.set(wallet, { count: need.count + 1, answers: [] });
  }

  private async answerOf(index: number, work: (treasury: Treasury) => Promise<boolean>): Promise<Answer> {
    const treasury = this.workers[index] ?? this.start();
    try {
      return (await work(treasury)) ? 'coming' : 'refused';
    } catch (error) {
      if (error instanceof WorkerKilled) {
        this.workers[index] = this.start();
        return 'killed';
      }
      if (error instanceof ProviderError) return error.failure.class === 'permanent' ? 'refused' : 'failed';
      throw error;
    }
  }

  private start() {
    return startTreasury(this.faults, this.transfers, this.accountDayWei);
  }

  private wereAllRefused(wallet: string): boolean {
    const answers = this.needs.get(wallet)?.answers ?? [];
    return answers.every((answer) => answer === 'refused' || answer === 'failed');
  }

  private compare(): void {
    for (const [wallet, { count }] of this.needs) {
      const paid = this.chain.paymentsTo(wallet);
      if (paid > count) this.violations.push(`${wallet} needed gas ${count} times and was paid ${paid} times`);
    }
    for (const [holder, { most }] of this.grants) {
      const minted = this.chain.paymentsTo(holder);
      if (minted > most)
        this.violations.push(`${holder} was granted tokens ${most} times and got them ${minted} times`);
    }
  }

  private compareEnd(wallet: string): void {
    const { count, answers } = this.needs.get(wallet) ?? { count: 0, answers: [] };
    const paid = this.chain.paymentsTo(wallet);
    const last = answers.findLast((answer) => answer !== 'failed');
    if (last === 'coming' && paid !== count) this.violations.push(`${wallet} was promised gas and was never paid`);
    const isRefused = answers.length > 0 && this.wereAllRefused(wallet);
    if (isRefused && paid === count) this.violations.push(`${wallet} was refused gas and got it`);
  }
}
