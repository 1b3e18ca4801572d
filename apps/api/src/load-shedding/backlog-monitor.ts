import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { readBacklog } from '@app/monitoring';
import { errorFields, Logger } from '@app/observability';
import { Database } from '@app/persistence';

const POLL_INTERVAL_MS = 2_000;

/** Polls the age of the oldest accepted execution that no worker has started. */
@Injectable()
export class BacklogMonitor implements OnModuleInit, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;
  private lastAgeMs = 0;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.schedule();
  }

  onApplicationShutdown(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
  }

  /** Age in ms of the oldest execution that waits only for a worker; 0 while lanes are stopped for reconciliation. */
  ageMs(): number {
    return this.lastAgeMs;
  }

  private schedule(): void {
    this.timer = setTimeout(() => void this.poll(), POLL_INTERVAL_MS).unref();
  }

  private async poll(): Promise<void> {
    try {
      const { oldestQueuedAgeMs, lanesStopped } = await readBacklog(this.database);
      this.lastAgeMs = lanesStopped ? 0 : oldestQueuedAgeMs;
    } catch (error) {
      // An unknown backlog refuses no request.
      this.lastAgeMs = 0;
      this.log.debug({ event: 'overload.lanes_unknown', ...errorFields(error) });
    }
    if (!this.isClosed) this.schedule();
  }
}
