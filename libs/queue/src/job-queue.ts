import type { JobName, JobPayloads } from './job-catalogue.js';

/** The ringing side of the queue. */
export abstract class JobQueue {
  /**
   * Rings. Safe to repeat: a ring that is still waiting swallows an equal one. It may get lost with the queue, and a lost
   * ring is made good by the sweeper, so a caller that has committed its rows may ignore a rejection.
   */
  abstract ring<Name extends JobName>(name: Name, payload: JobPayloads[Name]): Promise<void>;

  /** The same for many at once, in one round trip. */
  abstract enqueueWakeups<Name extends JobName>(name: Name, payloads: readonly JobPayloads[Name][]): Promise<void>;

  /** Rings that wait to be answered, for metrics. */
  abstract depth(name: JobName): Promise<number>;

  abstract close(): Promise<void>;
}

export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name]) => Promise<void>;

/** The answering side. Handlers are told of a ring at least once while the queue lives; they judge by the row alone. */
export abstract class JobConsumer {
  /** Starts to answer; at most `concurrency` handlers of this kind run at the same time in this process. */
  abstract start<Name extends JobName>(name: Name, concurrency: number, handler: JobHandler<Name>): Promise<void>;

  /** Takes no more jobs and waits for the handlers that run. */
  abstract close(): Promise<void>;
}
