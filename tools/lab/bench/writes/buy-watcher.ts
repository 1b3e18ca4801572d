import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_TOPICS } from '@app/chain';
import { listAt, textAt } from '../../../support/json.js';
import type { BenchChain } from './bench-chain.js';

const POLL_INTERVAL_MS = 40;
const AMOUNT_END = 66;

/** Follows the buys of a market. Each write of the bench has a unique amount, in base units, which identifies it. */
export class BuyWatcher {
  /** Number of events by amount. */
  private readonly buys = new Map<number, number>();
  private readonly ending = new AbortController();

  constructor(private readonly chain: BenchChain) {}

  get count(): number {
    return this.buys.size;
  }

  timesOf(amount: number): number {
    return this.buys.get(amount) ?? 0;
  }

  async run(): Promise<void> {
    let from = 0;
    while (!this.ending.signal.aborted) {
      from = await this.read(from).catch(() => from); // a frozen node answers later
      await delay(POLL_INTERVAL_MS);
    }
  }

  stop(): void {
    this.ending.abort();
  }

  private async read(from: number): Promise<number> {
    const head = Number(await this.chain.call('eth_blockNumber'));
    if (head < from) return from;
    const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${head.toString(16)}` };
    const filter = { ...range, address: this.chain.market, topics: [EVENT_TOPICS.Bought] };
    const logs = { all: await this.chain.call('eth_getLogs', filter) };
    for (const log of listAt(logs, 'all')) {
      const amount = Number(textAt(log, 'data').slice(0, AMOUNT_END));
      this.buys.set(amount, this.timesOf(amount) + 1);
    }
    return head + 1;
  }
}
