import { type BeforeApplicationShutdown, Injectable, type OnModuleInit } from '@nestjs/common';
import { anchorEvents, checkCluster } from '@app/engine';
import { errorFields, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { IntervalLoop } from '../interval-loop.js';

const CHECK_INTERVAL_MS = 1_000;
const ANCHOR_INTERVAL_MS = 60_000;

/** Stops lanes after a restore or failover of the database, and anchors the event history. */
@Injectable()
export class RestoreDetector implements OnModuleInit, BeforeApplicationShutdown {
  private areLanesServed = true;
  private readonly checkLoop = new IntervalLoop({
    intervalMs: CHECK_INTERVAL_MS,
    work: () => this.check(),
    onError: (error) => this.log.warn({ event: 'cluster.check_failed', ...errorFields(error) }),
  });
  private readonly anchorLoop = new IntervalLoop({
    intervalMs: ANCHOR_INTERVAL_MS,
    work: async () => void (await anchorEvents(this.database)),
    onError: (error) => this.log.warn({ event: 'events.anchor_failed', ...errorFields(error) }),
  });

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  /** Checks before any lane is served: consumers start only after every module's init. */
  async onModuleInit(): Promise<void> {
    await this.check();
    this.checkLoop.start();
    this.anchorLoop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.checkLoop.close(), this.anchorLoop.close()]);
  }

  private async check(): Promise<void> {
    const areLanesServed = await checkCluster(this.database);
    if (areLanesServed !== this.areLanesServed) {
      if (areLanesServed) this.log.info({ event: 'cluster.reconciled' });
      else this.log.error({ event: 'cluster.changed', detail: 'lanes are stopped until `ops reconcile` has run' });
    }
    this.areLanesServed = areLanesServed;
  }
}
