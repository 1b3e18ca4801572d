const TICK_MS = 20;
/** A single pause, however long, counts for no more than this. */
const LONGEST_MS = 200;
const SHARE_OF_NEWEST = 0.15;

/** Says how far the event loop is behind. */
export class LoopClock {
  private turnStartedMs: number | null = null;
  private smoothedMs = 0;
  private ticker: NodeJS.Timeout | undefined;

  start(): void {
    let expectedMs = performance.now() + TICK_MS;
    this.ticker = setInterval(() => {
      const nowMs = performance.now();
      this.tick(nowMs - expectedMs);
      expectedMs = nowMs + TICK_MS;
    }, TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.ticker);
  }

  /** For how long requests have been taken in the present turn: whatever else became ready waits behind them. */
  turnMs(): number {
    const nowMs = performance.now();
    if (this.turnStartedMs !== null) return nowMs - this.turnStartedMs;
    this.turnStartedMs = nowMs;
    setImmediate(() => (this.turnStartedMs = null));
    return 0;
  }

  /** By how much timers have come too late lately, on average: one pause is no load, many are. */
  delayMs(): number {
    return this.smoothedMs;
  }

  /** @param lateMs by how much a timer came too late */
  tick(lateMs: number): void {
    const counted = Math.min(LONGEST_MS, Math.max(0, lateMs));
    this.smoothedMs += SHARE_OF_NEWEST * (counted - this.smoothedMs);
  }
}
