import type { Tracer } from '@app/observability';
import { JOB_CATALOGUE, JOB_NAMES, type JobName, type JobPayloads } from './job-catalogue.js';
import { JobQueue } from './job-queue.js';
import type { BullQueue, QueueBackend } from './queue-backend.js';
import { within } from './within.js';

/** Forgotten at once, done or failed: an id that stays would swallow the next ring. */
const FORGET = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/** A queue that is away must not hold its caller up: the ring is made good by the sweeper. */
const RING_TIMEOUT_MS = 2_000;

export class BullmqJobQueue extends JobQueue {
  private readonly queues: ReadonlyMap<JobName, BullQueue>;

  constructor(
    backend: QueueBackend,
    private readonly tracer: Tracer,
    onError: (error: Error) => void,
    private readonly ringTimeoutMs = RING_TIMEOUT_MS,
  ) {
    super();
    this.queues = new Map(
      JOB_NAMES.map((name) => {
        const queue = backend.openQueue(JOB_CATALOGUE[name].queue);
        queue.on('error', onError);
        return [name, queue];
      }),
    );
  }

  async ring<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void> {
    // Not as a batch of one: in Postgres a batch makes tables of its own, which costs several times as much.
    const add = (): Promise<unknown> => this.queue(name).add(name, payload, optionsOf(name, payload));
    await this.tracer.span({ name: `queue.ring ${name}`, kind: 'producer' }, () => within(this.ringTimeoutMs, add()));
  }

  async enqueueWakeups<Name extends JobName>(name: Name, payloads: readonly JobPayloads[Name][]): Promise<void> {
    if (payloads.length === 0) return;
    const rings = payloads.map((payload) => ({ name, data: payload, opts: optionsOf(name, payload) }));
    await within(this.ringTimeoutMs, this.queue(name).addBulk(rings));
  }

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
  return { ...FORGET, jobId: JOB_CATALOGUE[name].id(payload) };
}
