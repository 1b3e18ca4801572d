import { SpanKind } from '@opentelemetry/api';
import { Inject, Injectable } from '@nestjs/common';
import { withTimeout } from '@app/common';
import { errorFields, Logger, withSpan } from '@app/observability';
import { JOB_CATALOGUE, JOB_NAMES, type JobName, type JobPayloads } from './job-catalogue.js';
import { type BullQueue, QUEUE_BACKEND, type QueueBackend } from './queue-backend.js';

/** Removed in any case: BullMQ ignores a job whose id it still knows, which would drop the next wake-up. */
const REMOVE_WHEN_ENDED = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/** Longest time that an unreachable queue blocks the caller. The sweeper repeats wake-ups that were lost. */
const ENQUEUE_TIMEOUT_MS = 2_000;

/** Enqueues wake-ups: hints that a lane or task may be due. */
@Injectable()
export class JobQueue {
  protected readonly enqueueTimeoutMs: number = ENQUEUE_TIMEOUT_MS;
  private readonly queues: ReadonlyMap<JobName, BullQueue>;

  constructor(@Inject(QUEUE_BACKEND) backend: QueueBackend, log: Logger) {
    this.queues = new Map(
      JOB_NAMES.map((name) => {
        const queue = backend.openQueue(JOB_CATALOGUE[name].queue);
        queue.on('error', (error) => log.warn({ event: 'queue.error', ...errorFields(error) }));
        return [name, queue];
      }),
    );
  }

  /**
   * Enqueues one wake-up; an equal one that still waits makes it a no-op. Callers that have committed their rows may ignore
   * a rejection, because the sweeper finds due rows without it.
   */
  async enqueueWakeup<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void> {
    // Not addBulk: BullMQ's Postgres backend builds temporary tables for a batch, at several times the cost.
    const add = async (): Promise<unknown> => this.queue(name).add(name, payload, optionsOf(name, payload));
    await withSpan({ name: `queue.enqueue ${name}`, kind: SpanKind.PRODUCER }, () =>
      withTimeout(add(), this.enqueueTimeoutMs),
    );
  }

  /** Enqueues many wake-ups in one round trip. */
  async enqueueWakeups<Name extends JobName>(name: Name, payloads: readonly JobPayloads[Name][]): Promise<void> {
    if (payloads.length === 0) return;
    const jobs = payloads.map((payload) => ({ name, data: payload, opts: optionsOf(name, payload) }));
    await withTimeout(this.queue(name).addBulk(jobs), this.enqueueTimeoutMs);
  }

  /** Number of waiting jobs. */
  async depth(name: JobName): Promise<number> {
    return this.queue(name).getWaitingCount();
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private queue(name: JobName): BullQueue {
    const queue = this.queues.get(name);
    if (queue === undefined) throw new Error(`no queue for the job ${name}`);
    return queue;
  }
}

function optionsOf<Name extends JobName>(name: Name, payload: JobPayloads[Name]): object {
  return { ...REMOVE_WHEN_ENDED, jobId: JOB_CATALOGUE[name].id(payload) };
}
