import { errorFields, type Logger } from '@app/observability';
import { JOB_CATALOGUE, type JobName } from './job-catalogue.js';
import { JobConsumer, type JobHandler } from './job-queue.js';
import type { BullWorker, QueueBackend } from './queue-backend.js';

export class BullmqJobConsumer extends JobConsumer {
  private readonly workers: BullWorker[] = [];

  constructor(
    private readonly backend: QueueBackend,
    private readonly log: Logger,
  ) {
    super();
  }

  async start<Name extends JobName>(name: Name, concurrency: number, handler: JobHandler<Name>): Promise<void> {
    const { queue, parse } = JOB_CATALOGUE[name];
    const worker = this.backend.openWorker(queue, {
      concurrency,
      process: async (data) => {
        const payload = parse(data);
        if (payload === null) return this.log.error({ event: 'queue.job_unreadable', job: name });
        try {
          await handler(payload);
        } catch (error) {
          // Answered here and not thrown: the queue would keep the message, and the row is rung again anyway.
          this.log.error({ event: 'queue.job_failed', job: name, ...errorFields(error) });
        }
      },
    });
    worker.on('error', (error) => this.log.warn({ event: 'queue.worker_error', job: name, ...errorFields(error) }));
    this.workers.push(worker);
    await worker.waitUntilReady();
  }

  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
