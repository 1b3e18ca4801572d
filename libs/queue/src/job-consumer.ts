import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '@app/common';
import { errorFields, FailureLog, Logger } from '@app/observability';
import { JOB_CATALOGUE, type JobName, type JobPayloads } from './job-catalogue.js';
import { type BullWorker, QUEUE_BACKEND, type QueueBackend } from './queue-backend.js';
import { HungWorkerError } from './restarting-worker.js';

/** Time in milliseconds that the start waits for the queue. Sweeps serve what is due until it is there. */
const START_TIMEOUT_MS = 2_000;

export interface JobDelivery {
  /** Whether the job ran before, in a worker that died or hung. */
  isRedelivered: boolean;
}

export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name], delivery: JobDelivery) => Promise<void>;

/** Consumes jobs. A job is delivered at least once while the queue lives, so handlers decide by the row. */
@Injectable()
export class JobConsumer {
  private readonly workers = new Map<JobName, BullWorker>();

  constructor(
    @Inject(QUEUE_BACKEND) private readonly backend: QueueBackend,
    private readonly log: Logger,
  ) {}

  /**
   * Starts consuming one kind of job, with at most `concurrency` handlers at a time. When a worker hangs and is replaced,
   * its handlers finish in addition.
   */
  async start<Name extends JobName>(name: Name, concurrency: number, handler: JobHandler<Name>): Promise<void> {
    const { queue, parse } = JOB_CATALOGUE[name];
    const failures = new FailureLog({
      log: this.log,
      failed: { event: 'queue.worker_error', job: name },
      recovered: { event: 'queue.worker_recovered', job: name },
    });
    const worker = this.backend.openWorker(queue, {
      concurrency,
      onError: (error) => {
        // Rare, and after a failover the only line that tells why the worker takes jobs again.
        if (error instanceof HungWorkerError)
          this.log.warn({ event: 'queue.worker_error', job: name, ...errorFields(error) });
        else failures.failure(error);
      },
      process: async ({ data, attemptsStarted }) => {
        failures.success();
        const payload = parse(data);
        if (payload === null) return this.log.error({ event: 'queue.job_unreadable', job: name });
        try {
          await handler(payload, { isRedelivered: attemptsStarted > 1 });
        } catch (error) {
          // Not rethrown: BullMQ would store the error's message, and the sweeper finds what is still due.
          this.log.error({ event: 'queue.job_failed', job: name, ...errorFields(error) });
        }
      },
    });
    this.workers.set(name, worker);
    await withTimeout(worker.waitUntilReady(), START_TIMEOUT_MS, () => undefined);
  }

  /** Takes no more jobs of this kind. Running handlers go on. */
  async pause(name: JobName): Promise<void> {
    await this.workers.get(name)?.pause(true);
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers.values()].map((worker) => worker.close()));
  }
}
