import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { withTimeout } from '@app/common';
import type { DatabaseSettings, QUEUE_FIELDS, SettingsOf } from '@app/config';
import { Logger } from '@app/observability';
import { QueueDashboard } from './dashboard/queue-dashboard.js';
import { JobConsumer } from './job-consumer.js';
import { JobQueue } from './job-queue.js';
import { openQueueBackend } from './open-queue-backend.js';
import { QUEUE_BACKEND, type QueueBackend } from './queue-backend.js';

/** Shutdown waits this long for an unreachable queue server, then drops its connections. */
const CLOSE_TIMEOUT_MS = 2_000;

export type QueueSettings = SettingsOf<typeof QUEUE_FIELDS> &
  Pick<DatabaseSettings, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>;

/** The process's queue. Shutdown closes workers first, then queues, then connections. */
@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(
    @Inject(QUEUE_BACKEND) private readonly backend: QueueBackend,
    private readonly consumer: JobConsumer,
    private readonly queue: JobQueue,
  ) {}

  static forRoot(settings: QueueSettings): DynamicModule {
    const { QUEUE_URL, DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL } = settings;
    const topology = {
      mode: settings.QUEUE_REDIS_MODE,
      sentinelName: settings.QUEUE_SENTINEL_NAME,
      authority: settings.QUEUE_CA?.reveal(),
    };
    return {
      module: QueueModule,
      providers: [
        { provide: QUEUE_BACKEND, useFactory: () => openQueueBackend(QUEUE_URL, DATABASE_DIRECT_URL, topology) },
        {
          provide: JobQueue,
          inject: [QUEUE_BACKEND, Logger],
          useFactory: (backend: QueueBackend, log: Logger) => new JobQueue(backend, log),
        },
        JobConsumer,
        QueueDashboard,
      ],
      exports: [JobQueue, JobConsumer, QueueDashboard],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    const closed = this.consumer.close().then(() => this.queue.close());
    await withTimeout(closed, CLOSE_TIMEOUT_MS).catch(() => undefined); // the connections are cut below either way
    await this.backend.close();
  }
}
