import { IntervalLoop } from '@app/common';
import type { BullWorker, BullWorkerOptions } from './queue-backend.js';

const CHECK_INTERVAL_MS = 15_000;
/** Consecutive checks without a started job, while one waits and the worker has room, after which it counts as hung. */
const CHECKS_UNTIL_HUNG = 2;

export class HungWorkerError extends Error {}

export interface OpenedWorker {
  readonly worker: BullWorker;
  /** Ends both without waiting for running jobs, which are delivered again. */
  readonly abandon: () => Promise<void>;
}

/**
 * A BullMQ worker that is opened again when it hangs. After a failover of a Redis Cluster, or on a half-open connection,
 * its loop can wait forever: https://github.com/taskforcesh/bullmq/issues/4138
 */
export class RestartingWorker implements BullWorker {
  private current: OpenedWorker;
  private readonly checks: IntervalLoop;
  /** Running jobs, with those of abandoned workers. */
  private readonly running = new Set<Promise<void>>();
  private started = 0;
  private startedAtLastCheck = 0;
  private fruitlessChecks = 0;
  private isClosing = false;

  constructor(
    private readonly options: BullWorkerOptions,
    private readonly open: (options: BullWorkerOptions) => OpenedWorker,
    /** Counts the due jobs that no worker has taken. */
    private readonly countWaiting: () => Promise<number>,
  ) {
    this.current = this.openCounted();
    this.checks = new IntervalLoop({
      intervalMs: CHECK_INTERVAL_MS,
      work: () => this.check(),
      onError: () => (this.fruitlessChecks = 0), // the queue is unreachable, and a worker needs time to connect again
    });
  }

  async waitUntilReady(): Promise<void> {
    await this.current.worker.waitUntilReady();
    if (!this.isClosing) this.checks.start();
  }

  async pause(doNotWaitActive: true): Promise<void> {
    this.endChecks();
    await this.current.worker.pause(doNotWaitActive);
  }

  async close(): Promise<void> {
    this.endChecks();
    await Promise.all([this.current.worker.close(), ...this.running]);
  }

  /** Does not wait for a check, which may wait for an unreachable queue. */
  private endChecks(): void {
    this.isClosing = true;
    void this.checks.close();
  }

  private openCounted(): OpenedWorker {
    const process: BullWorkerOptions['process'] = async (job) => {
      this.started += 1;
      const running = this.options.process(job);
      this.running.add(running);
      await running.finally(() => this.running.delete(running));
    };
    return this.open({ ...this.options, process });
  }

  private async check(): Promise<void> {
    const isStill = this.started === this.startedAtLastCheck && this.running.size < this.options.concurrency;
    this.startedAtLastCheck = this.started;
    this.fruitlessChecks = isStill && (await this.countWaiting()) > 0 ? this.fruitlessChecks + 1 : 0;
    if (this.fruitlessChecks < CHECKS_UNTIL_HUNG || this.isClosing) return;
    this.fruitlessChecks = 0;
    this.options.onError(new HungWorkerError());
    const hung = this.current;
    this.current = this.openCounted();
    void hung.abandon().catch(() => undefined); // it may never answer
  }
}
