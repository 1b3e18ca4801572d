const MIN_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;
/** A process that ran this long restarts with the minimum delay. */
const HEALTHY_AFTER_MS = 10_000;

/** Delay before a process is started again: doubles from 0.2 s to 5 s, and resets after 10 s of health. */
export class Backoff {
  private nextMs = MIN_DELAY_MS;

  /** @param livedMs how long the process ran before it ended */
  nextDelayMs(livedMs: number): number {
    if (livedMs >= HEALTHY_AFTER_MS) this.nextMs = MIN_DELAY_MS;
    const delayMs = this.nextMs;
    this.nextMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    return delayMs;
  }
}
