import type { StopTimer, Timers } from './timers.js';

/** Longer delays are left to the sweeper, whose interval no longer matters then. */
const MAX_DELAY_MS = 5_000;

/** Wakes lanes in this process after short delays. The lane's row holds the time too, so a lost timer loses nothing. */
export class WakeTimers {
  private readonly pending = new Map<string, StopTimer>();
  private closed = false;

  constructor(
    private readonly wake: (laneId: string) => void,
    private readonly timers: Timers,
  ) {}

  wakeAfter(laneId: string, delayMs: number): void {
    if (this.closed || delayMs > MAX_DELAY_MS) return;
    this.pending.get(laneId)?.();
    const stop = this.timers.after(delayMs, () => {
      this.pending.delete(laneId);
      this.wake(laneId);
    });
    this.pending.set(laneId, stop);
  }

  close(): void {
    this.closed = true;
    for (const stop of this.pending.values()) stop();
    this.pending.clear();
  }
}
