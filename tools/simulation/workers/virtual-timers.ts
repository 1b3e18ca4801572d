import { type StopTimer, Timers } from '../../../libs/engine/src/runner/timers.js';
import type { World } from '../world/world.js';
import type { VirtualProcess } from './virtual-process.js';

/** The timers of one process: they end with it, and go off late when it was stopped. */
export class VirtualTimers extends Timers {
  constructor(
    private readonly world: World,
    private readonly process: VirtualProcess,
  ) {
    super();
  }

  after(delayMs: number, run: () => void): StopTimer {
    let wanted = true;
    this.world.time.after(delayMs, () => {
      if (wanted) this.process.run(run);
    });
    return () => {
      wanted = false;
    };
  }

  every(periodMs: number, run: () => void): StopTimer {
    let wanted = true;
    const next = (): void => {
      this.world.time.after(periodMs, () => {
        if (!wanted || !this.process.isAlive) return;
        this.process.run(run);
        next();
      });
    };
    next();
    return () => {
      wanted = false;
    };
  }
}
