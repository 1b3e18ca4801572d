import { readBacklog } from '@app/monitoring';
import { errorFields, type Logger } from '@app/observability';
import type { Database } from '@app/persistence';

const POLL_INTERVAL_MS = 2_000;

/** Knows whether workers keep up with what was accepted. */
export class BacklogMonitor {
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private waitingMs = 0;

  constructor(private readonly parts: { database: Database; log: Logger }) {}

  start(): void {
    this.timer = setTimeout(() => void this.look(), POLL_INTERVAL_MS).unref();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  /**
   * For how long the oldest accepted execution has waited for nothing but a worker. Where lanes stand still until an
   * operator has reconciled, they do not fall behind, and 0 is said.
   */
  behindMs(): number {
    return this.waitingMs;
  }

  private async look(): Promise<void> {
    try {
      const { oldestQueuedAgeMs, lanesStopped } = await readBacklog(this.parts.database);
      this.waitingMs = lanesStopped ? 0 : oldestQueuedAgeMs;
    } catch (error) {
      // Not knowing is no reason to refuse anything.
      this.waitingMs = 0;
      this.parts.log.debug({ event: 'overload.lanes_unknown', ...errorFields(error) });
    }
    if (!this.closed) this.start();
  }
}
