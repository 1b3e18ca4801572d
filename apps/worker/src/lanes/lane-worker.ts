import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LANES_WOKEN } from '@app/agents';
import { LANE_CONCURRENCY, LaneScheduler } from '@app/engine';
import { Metrics } from '@app/observability';
import { Notifications } from '@app/persistence';
import { JobConsumer } from '@app/queue';

@Injectable()
export class LaneWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(LANE_CONCURRENCY) private readonly concurrency: number,
    private readonly scheduler: LaneScheduler,
    private readonly consumer: JobConsumer,
    private readonly notifications: Notifications,
    metrics: Metrics,
  ) {
    metrics.onScrape(() => metrics.set('presage_lanes_active', {}, scheduler.activeCount));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.consumer.start('lane', this.concurrency, ({ laneId }, delivery) =>
      this.scheduler.runJob(laneId, delivery),
    );
    this.unsubscribe = this.notifications.subscribe(LANES_WOKEN, () => this.scheduler.wake());
    this.scheduler.start();
  }

  /** Lets active lanes reach a point from which another worker can continue. Queue and database close after this. */
  async beforeApplicationShutdown(): Promise<void> {
    this.unsubscribe?.();
    await this.consumer.pause('lane');
    await this.scheduler.close();
  }
}
