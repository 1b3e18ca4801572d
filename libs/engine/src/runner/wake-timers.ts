import { type StopTimer, SystemTimers, type Timers } from './timers.js';

/** Longer waits are left to the sweeper: a timer here only spares short ones its rhythm. */
const MAX_MS = 5_000;

/**
 * Wakes a lane in this process when its time has come. The time stands in the lane's row as well, so a process that dies
 * forgets nothing: the sweeper of another rings.
 */
export class WakeTimers {
  private readonly timers = new Map<string, StopTimer>();
  private closed = false;

  constructor(
    private readonly wake: (laneId: string) => void,
    private readonly source: Timers = new SystemTimers(),
  ) {}

  wakeAfter(laneId: string, delayMs: number): void {
    if (this.closed || delayMs > MAX_MS) return;
    this.timers.get(laneId)?.();
    const stop = this.source.after(delayMs, () => {
      this.timers.delete(laneId);
      this.wake(laneId);
    });
    this.timers.set(laneId, stop);
  }

  close(): void {
    this.closed = true;
    for (const stop of this.timers.values()) stop();
    this.timers.clear();
  }
}
