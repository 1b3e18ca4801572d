import type { BullQueue } from './queue-backend.js';

/** Minimum time between two openings. BullMQ never removes the listener that a queue adds to PostgreSQL's pool. */
const REOPEN_INTERVAL_MS = 1_000;

/** A BullMQ queue that is opened again after its start failed: BullMQ would repeat that failure for every call. */
export class ReopeningQueue {
  private queue: BullQueue;
  private hasFailed: boolean;
  private openedAtMs: number;

  constructor(private readonly open: () => BullQueue) {
    this.start();
  }

  get current(): BullQueue {
    if (this.hasFailed && performance.now() - this.openedAtMs >= REOPEN_INTERVAL_MS) this.start();
    return this.queue;
  }

  close(): Promise<void> {
    return this.queue.close();
  }

  private start(): void {
    const queue = this.open();
    this.queue = queue;
    this.hasFailed = false;
    this.openedAtMs = performance.now();
    queue.waitUntilReady().catch(() => {
      this.hasFailed = true;
      void queue.close().catch(() => undefined); // it has no connection
    });
  }
}
