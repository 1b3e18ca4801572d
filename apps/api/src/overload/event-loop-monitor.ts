const TICK_MS = 20;
/** A single pause, however long, counts for no more than this. */
const MAX_MS = 500;
const SHARE_OF_NEWEST = 0.15;

/** Says how far the event loop is behind. */
export class EventLoopMonitor {
  private turnStartedMs: number | null = null;
  private smoothedMs = 0;
  private ticker: NodeJS.Timeout | undefined;

  start(): void {
    let expectedMs = performance.now() + TICK_MS;
    let cpuUntilNowMs = cpuMs();
    this.ticker = setInterval(() => {
      const [nowMs, cpuNowMs] = [performance.now(), cpuMs()];
      this.tick(nowMs - expectedMs, cpuNowMs - cpuUntilNowMs);
      [expectedMs, cpuUntilNowMs] = [nowMs + TICK_MS, cpuNowMs];
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

  /**
   * A process that others kept from the processor is late as well, and refusing its requests would help nobody: what it
   * did not work itself does not count.
   * @param lateMs by how much a timer came too late
   * @param workedMs processor time of this process since the last one
   */
  tick(lateMs: number, workedMs: number): void {
    const counted = Math.min(MAX_MS, Math.max(0, lateMs), workedMs);
    this.smoothedMs += SHARE_OF_NEWEST * (counted - this.smoothedMs);
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
