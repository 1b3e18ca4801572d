import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { INDEX_POLL_REQUESTED, Indexer } from '@app/indexer';
import { errorFields, Logger } from '@app/observability';
import { Notifications } from '@app/persistence';
import { IntervalLoop } from '../interval-loop.js';

/** The key under which the pause between two looks at the chain is provided. */
export const INDEX_POLL_MS = Symbol('IndexPollMs');

/** Keeps the read models up with the chain: looks every so often, and at once when somebody waits for them. */
@Injectable()
export class IndexWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private failing = false;
  private readonly loop: IntervalLoop;
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(INDEX_POLL_MS) pollMs: number,
    private readonly indexer: Indexer,
    private readonly notifications: Notifications,
    private readonly log: Logger,
  ) {
    this.loop = new IntervalLoop({
      everyMs: pollMs,
      work: () => this.look(),
      onError: (error) => this.sayOnce(error),
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

  private async look(): Promise<void> {
    await this.indexer.poll();
    if (this.failing) this.log.info({ event: 'index.recovered' });
    this.failing = false;
  }

  /** A node that is away for an hour is one line, not a line a round. */
  private sayOnce(error: unknown): void {
    if (!this.failing) this.log.warn({ event: 'index.interrupted', ...errorFields(error) });
    this.failing = true;
  }
}
