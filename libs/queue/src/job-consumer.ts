import { Inject, Injectable } from '@nestjs/common';
import { errorFields, Logger } from '@app/observability';
import { JOB_CATALOGUE, type JobName, type JobPayloads } from './job-catalogue.js';
import { type BullWorker, QUEUE_BACKEND, type QueueBackend } from './queue-backend.js';

export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name]) => Promise<void>;

/** Consumes jobs. A job is delivered at least once while the queue lives, so handlers decide by the row. */
@Injectable()
export class JobConsumer {
  private readonly workers: BullWorker[] = [];

  constructor(
    @Inject(QUEUE_BACKEND) private readonly backend: QueueBackend,
    private readonly log: Logger,
  ) {}

  /** Starts consuming one kind of job, with at most `concurrency` handlers at a time in this process. */
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
          // Not rethrown: BullMQ would store the error's message, and the sweeper repeats the wake-up anyway.
          this.log.error({ event: 'queue.job_failed', job: name, ...errorFields(error) });
        }
      },
    });
    worker.on('error', (error) => this.log.warn({ event: 'queue.worker_error', job: name, ...errorFields(error) }));
    this.workers.push(worker);
    await worker.waitUntilReady();
  }

  /** Stops taking jobs and waits for running handlers. */
  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
