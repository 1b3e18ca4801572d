import { type BeforeApplicationShutdown, Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';
import { checkCluster, reconcileExecutions } from '@app/engine';
import { Logger, loggedLoop } from '@app/observability';
import { Database } from '@app/persistence';

/** Injection token of the lifetime of an armed step in ms, from EXECUTION_DEADLINE_S. */
export const STEP_DEADLINE_MS = Symbol('StepDeadlineMs');

const CHECK_INTERVAL_MS = 1_000;
/** Pause while lanes are served. The statements that serve them compare the cluster too. */
const SERVED_MS = 5_000;

/** Stops lanes after a restore or failover of the database, and reconciles the records. */
@Injectable()
export class RestoreDetector implements OnModuleInit, BeforeApplicationShutdown {
  private areLanesServed = true;
  private readonly loop: IntervalLoop;

  constructor(
    @Inject(STEP_DEADLINE_MS) private readonly deadlineMs: number,
    private readonly database: Database,
    private readonly log: Logger,
  ) {
    this.loop = loggedLoop({
      intervalMs: CHECK_INTERVAL_MS,
      idleMs: SERVED_MS,
      work: () => this.reconcile(),
      log,
      failed: { event: 'cluster.check_failed' },
      recovered: { event: 'cluster.check_recovered' },
    });
  }

  /** Checks before any lane is served: consumers start only after every module's init. */
  async onModuleInit(): Promise<void> {
    await this.check();
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }

  /** Records another cluster. @returns whether lanes are served */
  private async check(): Promise<boolean> {
    const areLanesServed = await checkCluster(this.database);
    if (areLanesServed !== this.areLanesServed) {
      if (areLanesServed) this.log.info({ event: 'cluster.reconciled' });
      else this.log.error({ event: 'cluster.changed', detail: 'no lane is served until the records are reconciled' });
    }
    this.areLanesServed = areLanesServed;
    return areLanesServed;
  }

  private async reconcile(): Promise<'idle' | undefined> {
    if (await this.check()) return 'idle';
    const { waitsUntil, effects, restored } = await reconcileExecutions(this.database, this.deadlineMs);
    if (waitsUntil === null) this.log.info({ event: 'cluster.records_restored', effects, restored });
    return undefined;
  }
}
