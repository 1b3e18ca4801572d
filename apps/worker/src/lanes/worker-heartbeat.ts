import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { IntervalLoop } from '@app/common';
import { Custody, ProviderError, recordHeartbeat } from '@app/engine';
import { Logger, loggedLoop } from '@app/observability';
import { Database } from '@app/persistence';

const INTERVAL_MS = 10_000;
/** Pause after a failure. The report expires in an outage, and the API refuses executes until the next one. */
const RETRY_MS = 1_000;

/** Reports to the API that this worker serves lanes. The report outlasts a restart of the worker. */
@Injectable()
export class WorkerHeartbeat implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly workerId = randomUUID();
  private readonly loop: IntervalLoop;

  constructor(
    private readonly database: Database,
    private readonly custody: Custody,
    log: Logger,
  ) {
    this.loop = loggedLoop({
      intervalMs: INTERVAL_MS,
      retryMs: RETRY_MS,
      work: () => this.report(),
      log,
      failed: { event: 'worker.heartbeat_failed' },
      recovered: { event: 'worker.heartbeat_recovered' },
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.report();
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }

  private async report(): Promise<void> {
    await recordHeartbeat(this.database, this.workerId, await this.paysGas());
  }

  /** Whether custody pays gas for wallets; false while its node or provider does not answer. */
  private async paysGas(): Promise<boolean> {
    try {
      return await this.custody.paysGas();
    } catch (error) {
      if (error instanceof ProviderError) return false;
      throw error;
    }
  }
}
