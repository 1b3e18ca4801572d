import { type StopTimer, Timers } from '../../../../libs/engine/src/runner/timers.js';
import type { World } from '../world/world.js';
import type { VirtualProcess } from './virtual-process.js';

/** Timers of one process. They end with the process and fire late while it is stopped. */
export class VirtualTimers extends Timers {
  constructor(
    private readonly world: World,
    private readonly process: VirtualProcess,
  ) {
    super();
  }

  now(): number {
    return this.world.nowMs;
  }

  after(delayMs: number, run: () => void): StopTimer {
    let isActive = true;
    this.world.time.after(delayMs, () => {
      if (isActive) this.process.run(run);
    });
    return () => {
      isActive = false;
    };
  }

  every(periodMs: number, run: () => void): StopTimer {
    let isActive = true;
    const next = (): void => {
      this.world.time.after(periodMs, () => {
        if (!isActive || !this.process.isAlive) return;
        this.process.run(run);
        next();
      });
    };
    next();
    return () => {
      isActive = false;
    };
  }
}
