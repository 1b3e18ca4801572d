import type { Notifications } from './notifications.js';

/** Interval of the reads that make up for lost notifications. */
const POLL_INTERVAL_MS = 500;

export interface RowWait<T> {
  notifications: Notifications;
  /** Key that the row's writer notifies. */
  key: string;
  timeoutMs: number;
  /** Reads the row; null until it is done. */
  read: () => Promise<T | null>;
}

/** Waits until a row is done. Returns null after the timeout and when the process begins to shut down. */
export async function waitForRow<T>({ notifications, key, timeoutMs, read }: RowWait<T>): Promise<T | null> {
  const deadline = performance.now() + timeoutMs;
  const signal = new Signal();
  const unsubscribe = notifications.subscribe(key, () => signal.raise());
  try {
    for (;;) {
      const { count } = signal;
      const row = await read();
      const remainingMs = deadline - performance.now();
      if (row !== null || remainingMs <= 0 || notifications.waitsCancelled) return row;
      await signal.waitForMoreThan(count, Math.min(POLL_INTERVAL_MS, remainingMs));
    }
  } finally {
    unsubscribe();
  }
}

/** Counts notifications, so that one during a read is not missed. */
class Signal {
  count = 0;
  private wake: (() => void) | undefined;

  raise(): void {
    this.count += 1;
    this.wake?.();
  }

  async waitForMoreThan(count: number, timeoutMs: number): Promise<void> {
    if (this.count > count) return;
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
