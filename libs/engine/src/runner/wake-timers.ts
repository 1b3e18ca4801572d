/** Longer waits are left to the sweeper: a timer here only spares short ones its rhythm. */
const LONGEST_MS = 5_000;

/**
 * Wakes a lane in this process when its time has come. The time stands in the lane's row as well, so a process that dies
 * forgets nothing: the sweeper of another rings.
 */
export class WakeTimers {
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private closed = false;

  constructor(private readonly wake: (laneId: string) => void) {}

  wakeAfter(laneId: string, delayMs: number): void {
    if (this.closed || delayMs > LONGEST_MS) return;
    clearTimeout(this.timers.get(laneId));
    this.timers.set(
      laneId,
      setTimeout(() => {
        this.timers.delete(laneId);
        this.wake(laneId);
      }, delayMs),
    );
  }

  close(): void {
    this.closed = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }
}
