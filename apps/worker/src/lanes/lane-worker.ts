import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EngineStore, LaneRunner } from '@app/engine';
import { errorFields, Logger } from '@app/observability';
import { JobConsumer, JobQueue } from '@app/queue';
import { IntervalLoop } from '../interval-loop.js';
import { LANE_CONCURRENCY } from './lane-concurrency.js';

const SWEEP_INTERVAL_MS = 250;
const SWEEP_LIMIT = 500;

/** Answers rings for lanes, and rings for those that are due although nobody did. */
@Injectable()
export class LaneWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly sweeper = new IntervalLoop({
    everyMs: SWEEP_INTERVAL_MS,
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
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.consumer.start('lane', this.concurrency, ({ laneId }) => this.runner.run(laneId));
    this.sweeper.start();
  }

  /** Lanes in hand come to a point where another worker can go on; the queue and the database close after that. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeper.close();
    await this.runner.close();
  }

  private async sweep(): Promise<void> {
    const due = await this.store.claimDueLanes(SWEEP_LIMIT);
    await this.queue.enqueueWakeups('lane', due);
  }
}
