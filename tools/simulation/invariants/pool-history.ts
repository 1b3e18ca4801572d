import type { Pools } from '@app/contracts';
import type { Ledger } from '../chain/ledger.js';
import type { World } from '../world/world.js';

interface PoolsFrom extends Pools {
  fromMs: number;
}

/** What each market's pools have been, and when, as the newest block said. */
export class PoolHistory {
  private readonly byMarket = new Map<string, PoolsFrom[]>();

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
  ) {
    ledger.whenMined(() => this.note());
  }

  /** Every state that could be read from that moment until now, the oldest first. */
  since(market: string, ms: number): readonly Pools[] {
    const all = this.byMarket.get(market) ?? [];
    return all.filter((_pools, index) => (all[index + 1]?.fromMs ?? Infinity) >= ms);
  }

  /** Keeps what can be read from now on. */
  note(): void {
    for (const [market, { totalYes, totalNo }] of this.ledger.state.markets) {
      const all = this.byMarket.get(market) ?? [];
      this.byMarket.set(market, all);
      const fromMs = all.length === 0 ? -Infinity : this.world.nowMs;
      // Of the blocks of one moment, as a reorganisation brings them, nobody sees more than the last.
      if (all.at(-1)?.fromMs === fromMs) all.pop();
      const last = all.at(-1);
      if (last?.yesBaseUnits === totalYes && last.noBaseUnits === totalNo) continue;
      all.push({ fromMs, yesBaseUnits: totalYes, noBaseUnits: totalNo });
    }
  }
}
