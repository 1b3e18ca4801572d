export interface BullJob {
  readonly priority: number;
  changePriority(options: { priority: number }): Promise<unknown>;
}

/** Methods of a BullMQ queue that the product uses, independent of the backend. */
export interface BullQueue {
  add(name: string, data: object, opts: object): Promise<{ id?: string | undefined }>;
  addBulk(jobs: { name: string; data: object; opts: object }[]): Promise<unknown>;
  getJob(id: string): Promise<BullJob | undefined>;
  getJobCountByTypes(...types: ('waiting' | 'prioritized' | 'delayed' | 'active')[]): Promise<number>;
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
}

export interface BullWorker {
  waitUntilReady(): Promise<unknown>;
  pause(doNotWaitActive: true): Promise<void>;
  close(): Promise<void>;
}

export interface BullWorkerOptions {
  concurrency: number;
  process: (job: { data: unknown; attemptsStarted: number }) => Promise<void>;
  onError: (error: Error) => void;
}

/** Opens queues and workers, and owns their connections. One per process. */
export interface QueueBackend {
  openQueue(name: string, onError: (error: Error) => void): BullQueue;
  openWorker(name: string, options: BullWorkerOptions): BullWorker;
  /** A text that is kept outside of the database; null for a queue in the database itself. */
  readonly note: { read: () => Promise<string | null>; write: (text: string) => Promise<unknown> } | null;
  close(): Promise<void>;
}

export const QUEUE_BACKEND = Symbol('QueueBackend');

/** States of due jobs that no worker has taken. */
export const WAITING_STATES = ['waiting', 'prioritized'] as const;
/** Jobs of a killed worker run again after 10 to 20 s; sweeps serve their lanes and tasks before. */
export const WORKER_OPTIONS = {
  lockDuration: 5_000,
  stalledInterval: 10_000,
  maxStalledCount: 1_000,
  /** Time in s that an idle worker waits for a job before it asks again. */
  drainDelay: 30,
} as const;
