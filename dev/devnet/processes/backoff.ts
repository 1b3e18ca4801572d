import { backoffMs } from '@app/common';

const DELAYS = { baseMs: 200, maxMs: 5_000 } as const;
/** A process that ran this long restarts with the minimum delay. */
const HEALTHY_AFTER_MS = 10_000;

/** Delay before a process is started again: doubles from 0.2 s to 5 s, and resets after 10 s of health. */
export class Backoff {
  private tries = 0;

  /** @param livedMs how long the process ran before it ended */
  nextDelayMs(livedMs: number): number {
    if (livedMs >= HEALTHY_AFTER_MS) this.tries = 0;
    return backoffMs(this.tries++, DELAYS);
  }
}
