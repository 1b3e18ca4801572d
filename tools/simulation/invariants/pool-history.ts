import type { Pools } from '@app/contracts';
import type { Ledger } from '../chain/ledger.js';
import type { World } from '../world/world.js';

interface PoolsFrom extends Pools {
  fromMs: number;
}

/** History of each market's pools as of the newest block. */
export class PoolHistory {
  private readonly byMarket = new Map<string, PoolsFrom[]>();

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
  ) {
    ledger.onMined(() => this.record());
  }

  /** Returns every state that a reader could have seen since `ms`, the oldest first. */
  since(market: string, ms: number): readonly Pools[] {
    const all = this.byMarket.get(market) ?? [];
    return all.filter((_pools, index) => (all[index + 1]?.fromMs ?? Infinity) >= ms);
  }

  /** Records the current pools. */
  record(): void {
    for (const [market, { totalYes, totalNo }] of this.ledger.state.markets) {
      const all = this.byMarket.get(market) ?? [];
      this.byMarket.set(market, all);
      const fromMs = all.length === 0 ? -Infinity : this.world.nowMs;
      // A reorganisation adds several blocks at one moment; only the last one can be read.
      if (all.at(-1)?.fromMs === fromMs) all.pop();
      const last = all.at(-1);
      if (last?.yesBaseUnits === totalYes && last.noBaseUnits === totalNo) continue;
      all.push({ fromMs, yesBaseUnits: totalYes, noBaseUnits: totalNo });
    }
  }
}
