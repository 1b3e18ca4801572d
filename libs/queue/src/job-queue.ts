import { SpanKind } from '@opentelemetry/api';
import { withTimeout } from '@app/common';
import { FailureLog, type Logger, withSpan } from '@app/observability';
import { sqlState } from '@app/persistence';
import { JOB_CATALOGUE, JOB_NAMES, type JobName, type JobPayloads } from './job-catalogue.js';
import { type BullQueue, type QueueBackend, WAITING_STATES } from './queue-backend.js';
import { ReopeningQueue } from './reopening-queue.js';

/** Removed when ended: a job that BullMQ still knows would deduplicate the next one. */
const REMOVE_WHEN_ENDED = { attempts: 1, removeOnComplete: true, removeOnFail: true } as const;

/** Longest time that an unreachable queue blocks the caller: the sweeper finds what lost its wake-up. */
const ENQUEUE_TIMEOUT_MS = 2_000;
/** Times that an operation is tried that PostgreSQL aborts as deadlock victim. */
const MAX_DEADLOCKS = 5;

export interface WakeupOptions {
  /** Time until the job is due. While an equal job is active, it runs after it, and only the last such one is kept. */
  delayMs?: number;
  /** 0 first. An equal job that already waits keeps its own, unless `raise` is set. */
  priority?: number;
  /** Whether an equal job that already waits gets this priority. */
  raise?: boolean;
}

/** Enqueues wake-ups: hints that a lane or task may be due. */
export class JobQueue {
  private readonly queues: ReadonlyMap<JobName, ReopeningQueue>;

  constructor(
    private readonly backend: QueueBackend,
    log: Logger,
    private readonly enqueueTimeoutMs = ENQUEUE_TIMEOUT_MS,
  ) {
    // One log for all queues: they share a server. A queue has no event of its recovery.
    const failures = new FailureLog({ log, failed: { event: 'queue.error' } });
    const onError = (error: Error): void => failures.failure(error);
    this.queues = new Map(
      JOB_NAMES.map((name) => {
        return [name, new ReopeningQueue(() => backend.openQueue(JOB_CATALOGUE[name].queue, onError))];
      }),
    );
  }

  /**
   * Enqueues one wake-up; one that equals a waiting job only changes its due time. Callers that have committed their rows
   * may ignore a rejection, because the sweeper finds due rows without it.
   */
  async enqueueWakeup<Name extends JobName>(
    name: Name,
    payload: JobPayloads[Name],
    { delayMs = 0, priority = 0, raise = false }: WakeupOptions = {},
  ): Promise<void> {
    const queue = this.queue(name);
    const add = async (): Promise<void> => {
      const options = { ...toJobOptions(name, payload), delay: delayMs, priority };
      const { id } = await unlessDeadlocked(() => queue.add(name, payload, options));
      if (raise && id !== undefined) await unlessDeadlocked(() => raisePriority(queue, id, priority));
    };
    await withSpan({ name: `queue.enqueue ${name}`, kind: SpanKind.PRODUCER }, () =>
      withTimeout(add(), this.enqueueTimeoutMs),
    );
  }

  /** Enqueues many wake-ups in one round trip. */
  async enqueueWakeups<Name extends JobName>(name: Name, payloads: readonly JobPayloads[Name][]): Promise<void> {
    if (payloads.length === 0) return;
    const jobs = payloads.map((payload) => ({ name, data: payload, opts: toJobOptions(name, payload) }));
    await withTimeout(this.queue(name).addBulk(jobs), this.enqueueTimeoutMs);
  }

  /** Number of jobs that are due and wait. */
  async depth(name: JobName): Promise<number> {
    return this.queue(name).getJobCountByTypes(...WAITING_STATES);
  }

  /** Returns the text that a process has kept beside the queue; null without one, and for a queue in the database itself. */
  async readNote(): Promise<string | null> {
    const { note } = this.backend;
    if (note === null) return null;
    // A process that has just started is not connected yet.
    const read = this.queue('lane').waitUntilReady().then(note.read);
    return withTimeout(read, this.enqueueTimeoutMs);
  }

  /** Keeps a text beside the queue, outside of the database. */
  async writeNote(text: string): Promise<void> {
    const { note } = this.backend;
    if (note !== null) await withTimeout(note.write(text), this.enqueueTimeoutMs);
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private queue(name: JobName): BullQueue {
    const queue = this.queues.get(name);
    if (queue === undefined) throw new Error(`no queue for the job ${name}`);
    return queue.current;
  }
}

function toJobOptions<Name extends JobName>(name: Name, payload: JobPayloads[Name]): object {
  return { ...REMOVE_WHEN_ENDED, ...JOB_CATALOGUE[name].identity(payload) };
}

/** Adding a job that equals a waiting one keeps the waiting one's priority. */
async function raisePriority(queue: BullQueue, jobId: string, priority: number): Promise<void> {
  const job = await queue.getJob(jobId);
  if (job === undefined || job.priority <= priority) return;
  await job.changePriority({ priority });
}

const DEADLOCK = '40P01';

/** Repeats an operation that PostgreSQL aborts as deadlock victim: BullMQ's statements lock rows in different orders. */
async function unlessDeadlocked<T>(operation: () => Promise<T>): Promise<T> {
  for (let deadlocks = 1; ; deadlocks += 1) {
    try {
      return await operation();
    } catch (error) {
      if (sqlState(error) !== DEADLOCK || deadlocks === MAX_DEADLOCKS) throw error;
    }
  }
}
