import type { Pools } from '@app/contracts';
import type { Ledger } from '../chain/ledger.js';
import type { World } from '../world/world.js';

interface PoolsFrom extends Pools {
  fromMs: number;
}

/** History of each market's pools as of the newest block, and of those that simulations ran on. */
export class PoolHistory {
  private readonly byMarket = new Map<string, PoolsFrom[]>();
  /** Pools after pending transactions, at the moment of a simulation. */
  private readonly simulated = new Map<string, PoolsFrom[]>();

  constructor(
    private readonly world: World,
    private readonly ledger: Ledger,
  ) {
    ledger.onMined(() => this.record());
    ledger.onSimulated(() => this.recordSimulated());
  }

  /** Returns every state that a reader could have seen since `ms`, the oldest first. */
  since(market: string, ms: number): readonly Pools[] {
    const all = this.byMarket.get(market) ?? [];
    const simulated = this.simulated.get(market) ?? [];
    return [
      ...all.filter((_pools, index) => (all[index + 1]?.fromMs ?? Infinity) >= ms),
      ...simulated.filter(({ fromMs }) => fromMs >= ms),
    ];
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

  private recordSimulated(): void {
    for (const [market, { totalYes, totalNo }] of this.ledger.state.markets) {
      const last = this.byMarket.get(market)?.at(-1);
      if (last?.yesBaseUnits === totalYes && last.noBaseUnits === totalNo) continue;
      const pools = { fromMs: this.world.nowMs, yesBaseUnits: totalYes, noBaseUnits: totalNo };
      this.simulated.set(market, [...(this.simulated.get(market) ?? []), pools]);
    }
  }
}
