import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { IntervalLoop } from '@app/common';
import { readPressure } from '@app/monitoring';
import { errorFields, Logger } from '@app/observability';
import { Database } from '@app/persistence';

const POLL_INTERVAL_MS = 2_000;

/** Polls how long accepted executions wait: for a worker, and for the rate limit of the wallet provider. */
@Injectable()
export class BacklogMonitor implements OnModuleInit, OnApplicationShutdown {
  private readonly loop = new IntervalLoop({
    intervalMs: POLL_INTERVAL_MS,
    work: () => this.poll(),
    onError: (error) => this.forget(error),
  });
  private lastAgeMs = 0;
  private lastProviderDelayMs = 0;

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.loop.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }

  /** Age in ms of the oldest execution that waits only for a worker; 0 while lanes are stopped for reconciliation. */
  ageMs(): number {
    return this.lastAgeMs;
  }

  /** Time in ms until a new execution gets its turn in the provider's rate limit. */
  providerDelayMs(): number {
    return this.lastProviderDelayMs;
  }

  private async poll(): Promise<void> {
    const { oldestQueuedAgeMs, providerDelayMs, lanesStopped } = await readPressure(this.database);
    this.lastAgeMs = lanesStopped ? 0 : oldestQueuedAgeMs;
    this.lastProviderDelayMs = providerDelayMs;
  }

  /** An unknown backlog refuses no request. */
  private forget(error: unknown): void {
    this.lastAgeMs = 0;
    this.lastProviderDelayMs = 0;
    this.log.debug({ event: 'overload.backlog_unknown', ...errorFields(error) });
  }
}
