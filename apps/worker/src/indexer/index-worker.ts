import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';
import { INDEX_POLL_REQUESTED, Indexer } from '@app/indexer';
import { Logger, loggedLoop } from '@app/observability';
import { Notifications } from '@app/persistence';

export const INDEX_POLL_MS = Symbol('IndexPollMs');
/** Pause between attempts to take the lease from a worker that has stopped. */
const IDLE_MS = 5_000;

/** Keeps the read models up to date: polls the chain at an interval, and at once when a reader requests it. */
@Injectable()
export class IndexWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop: IntervalLoop;
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(INDEX_POLL_MS) intervalMs: number,
    private readonly indexer: Indexer,
    private readonly notifications: Notifications,
    log: Logger,
  ) {
    this.loop = loggedLoop({
      intervalMs,
      idleMs: Math.max(intervalMs, IDLE_MS),
      work: () => indexer.poll(),
      log,
      failed: { event: 'index.interrupted' },
      recovered: { event: 'index.recovered' },
    });
  }

  onApplicationBootstrap(): void {
    this.unsubscribe = this.notifications.subscribe(INDEX_POLL_REQUESTED, () => this.loop.wake());
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.unsubscribe?.();
    this.indexer.stop();
    await this.loop.close();
    await this.indexer.close();
  }
}
