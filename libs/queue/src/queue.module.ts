import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Secret, withTimeout } from '@app/common';
import { QueueDashboard } from './dashboard/queue-dashboard.js';
import { JobConsumer } from './job-consumer.js';
import { JobQueue } from './job-queue.js';
import { openQueueBackend, QUEUE_BACKEND, type QueueBackend } from './queue-backend.js';

/** Shutdown waits this long for an unreachable queue server, then drops its connections. */
const CLOSE_TIMEOUT_MS = 2_000;

export interface QueueSettings {
  QUEUE_URL: Secret | undefined;
  DATABASE_URL: Secret;
}

/** The process's queue. Shutdown closes workers first, then queues, then connections. */
@Global()
@Module({})
export class QueueModule implements OnApplicationShutdown {
  constructor(
    @Inject(QUEUE_BACKEND) private readonly backend: QueueBackend,
    private readonly consumer: JobConsumer,
    private readonly queue: JobQueue,
  ) {}

  static forRoot({ QUEUE_URL, DATABASE_URL }: QueueSettings): DynamicModule {
    return {
      module: QueueModule,
      providers: [
        { provide: QUEUE_BACKEND, useFactory: () => openQueueBackend(QUEUE_URL, DATABASE_URL) },
        JobQueue,
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
