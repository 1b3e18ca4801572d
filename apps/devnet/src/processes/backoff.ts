const FIRST_DELAY_MS = 200;
const MAX_DELAY_MS = 5_000;
const HEALTHY_AFTER_MS = 10_000;

/** How long to wait before a part is started again: 0.2 s doubling to 5 s, and from the start after 10 s of health. */
export class Backoff {
  private nextMs = FIRST_DELAY_MS;

  /** @param livedMs how long the part ran before it ended */
  nextDelayMs(livedMs: number): number {
    if (livedMs >= HEALTHY_AFTER_MS) this.nextMs = FIRST_DELAY_MS;
    const delayMs = this.nextMs;
    this.nextMs = Math.min(delayMs * 2, MAX_DELAY_MS);
    return delayMs;
  }
}
