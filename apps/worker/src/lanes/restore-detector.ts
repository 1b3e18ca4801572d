import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { anchorEvents, checkCluster } from '@app/engine';
import { errorFields, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { IntervalLoop } from '../interval-loop.js';

const CHECK_INTERVAL_MS = 1_000;
const ANCHOR_INTERVAL_MS = 60_000;

/** Watches over the record itself: that the database is the one it was, and that its history is anchored. */
@Injectable()
export class RestoreDetector implements OnModuleInit, BeforeApplicationShutdown {
  private served = true;
  private readonly check = new IntervalLoop({
    everyMs: CHECK_INTERVAL_MS,
    work: () => this.look(),
    onError: (error) => this.log.warn({ event: 'cluster.check_failed', ...errorFields(error) }),
  });
  private readonly anchor = new IntervalLoop({
    everyMs: ANCHOR_INTERVAL_MS,
    work: async () => void (await anchorEvents(this.database)),
    onError: (error) => this.log.warn({ event: 'events.anchor_failed', ...errorFields(error) }),
  });

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  /** Before any lane is served: the consumers start only after every module has been initialised. */
  async onModuleInit(): Promise<void> {
    await this.look();
    this.check.start();
    this.anchor.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.check.close(), this.anchor.close()]);
  }

  private async look(): Promise<void> {
    const served = await checkCluster(this.database);
    if (served !== this.served) {
      if (served) this.log.info({ event: 'cluster.reconciled' });
      else this.log.error({ event: 'cluster.changed', detail: 'no lane is served until `ops reconcile` has run' });
    }
    this.served = served;
  }
}
