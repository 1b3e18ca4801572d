import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EngineStore, LaneRunner } from '@app/engine';
import { errorFields, Logger, Metrics } from '@app/observability';
import { JobConsumer, JobQueue } from '@app/queue';
import { IntervalLoop } from '../interval-loop.js';

/** Injection token of the WORKER_CONCURRENCY setting. */
export const LANE_CONCURRENCY = Symbol('LaneConcurrency');

const SWEEP_INTERVAL_MS = 250;
/** Wake-ups that one sweep enqueues at most. */
const SWEEP_LIMIT = 500;

/** Consumes lane wake-ups; every 250 ms enqueues one for each overdue lane. */
@Injectable()
export class LaneWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeper = new IntervalLoop({
    intervalMs: SWEEP_INTERVAL_MS,
    work: () => this.sweep(),
    onError: (error) => this.log.warn({ event: 'lanes.sweep_failed', ...errorFields(error) }),
  });

  constructor(
    @Inject(LANE_CONCURRENCY) private readonly concurrency: number,
    private readonly runner: LaneRunner,
    private readonly store: EngineStore,
    private readonly queue: JobQueue,
    private readonly consumer: JobConsumer,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    metrics.onScrape(() => metrics.set('presage_lanes_active', {}, runner.activeCount));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.consumer.start('lane', this.concurrency, ({ laneId }) => this.runner.run(laneId));
    this.sweeper.start();
  }

  /** Lets active lanes reach a point from which another worker can continue. Queue and database close after this. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.close();
    await this.runner.close();
  }

  private async sweep(): Promise<void> {
    const due = await this.store.claimDueLanes(SWEEP_LIMIT);
    await this.queue.enqueueWakeups('lane', due);
  }
}
