import type { Notifications } from './notifications.js';

const POLL_INTERVAL_MS = 500;

export interface RowWait<T> {
  notifications: Notifications;
  /** The key that the writer notifies when the row is done. */
  key: string;
  timeoutMs: number;
  /** Reads the row; null while it is not done. */
  read: () => Promise<T | null>;
}

/**
 * Waits until a row is done, woken by its notification and by a slow poll; null when the time is over first, or when
 * the process begins to end.
 */
export async function waitForRow<T>({ notifications, key, timeoutMs, read }: RowWait<T>): Promise<T | null> {
  const deadline = performance.now() + timeoutMs;
  const bell = new Bell();
  const unsubscribe = notifications.subscribe(key, () => bell.ring());
  try {
    for (;;) {
      const rings = bell.rings;
      const row = await read();
      const remainingMs = deadline - performance.now();
      if (row !== null || remainingMs <= 0 || notifications.waitsAreOver) return row;
      await bell.waitForMoreThan(rings, Math.min(POLL_INTERVAL_MS, remainingMs));
    }
  } finally {
    unsubscribe();
  }
}

/** Counts rings, so that one that came during a read is not missed. */
class Bell {
  rings = 0;
  private wake: (() => void) | undefined;

  ring(): void {
    this.rings += 1;
    this.wake?.();
  }

  async waitForMoreThan(rings: number, timeoutMs: number): Promise<void> {
    if (this.rings > rings) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }
}
