import { type DynamicModule, Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Secret } from '@app/common';
import { errorFields, Logger, Tracer } from '@app/observability';
import { BullmqJobConsumer } from './bullmq-job-consumer.js';
import { BullmqJobQueue } from './bullmq-job-queue.js';
import { JobConsumer, JobQueue } from './job-queue.js';
import { openQueueBackend, type QueueBackend } from './queue-backend.js';
import { within } from './within.js';

const BACKEND = Symbol('QueueBackend');
/** A server that is away is not waited for: by now nothing is in hand any more, and its connections are cut below. */
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
    @Inject(BACKEND) private readonly backend: QueueBackend,
    private readonly consumer: JobConsumer,
    private readonly queue: JobQueue,
  ) {}

  static forRoot(settings: QueueSettings): DynamicModule {
    return {
      module: QueueModule,
      providers: [
        { provide: BACKEND, useFactory: () => openQueueBackend(settings.QUEUE_URL, settings.DATABASE_URL) },
        {
          provide: JobQueue,
          inject: [BACKEND, Logger, Tracer],
          useFactory: (backend: QueueBackend, log: Logger, tracer: Tracer) =>
            new BullmqJobQueue(backend, tracer, (error) => log.warn({ event: 'queue.error', ...errorFields(error) })),
        },
        {
          provide: JobConsumer,
          inject: [BACKEND, Logger],
          useFactory: (backend: QueueBackend, log: Logger) => new BullmqJobConsumer(backend, log),
        },
      ],
      exports: [JobQueue, JobConsumer],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    const farewell = this.consumer.close().then(() => this.queue.close());
    await within(CLOSE_TIMEOUT_MS, farewell).catch(() => undefined);
    await this.backend.close();
  }
}
