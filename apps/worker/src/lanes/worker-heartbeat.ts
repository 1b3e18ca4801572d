import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { recordHeartbeat } from '@app/engine';
import { errorFields, Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { IntervalLoop } from '../interval-loop.js';

const INTERVAL_MS = 10_000;

/** Reports to the API that this worker serves lanes. The report outlasts a restart of the worker. */
@Injectable()
export class WorkerHeartbeat implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly workerId = randomUUID();
  private readonly loop = new IntervalLoop({
    intervalMs: INTERVAL_MS,
    work: () => recordHeartbeat(this.database, this.workerId),
    onError: (error) => this.log.warn({ event: 'worker.heartbeat_failed', ...errorFields(error) }),
  });

  constructor(
    private readonly database: Database,
    private readonly log: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await recordHeartbeat(this.database, this.workerId);
    this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.close();
  }
}
