import { backoffMs, type Clock } from '@app/common';
import type { ProcessExit, RunningProcess } from './start-process.js';

/** Delay before a process is started again: doubles from 0.2 s to 5 s, and resets after 10 s of health. */
const DELAYS = { baseMs: 200, maxMs: 5_000 } as const;
const HEALTHY_AFTER_MS = 10_000;

/** A program that a supervisor keeps running. */
export interface ManagedProcess {
  readonly name: string;
  /** Resolves when the process runs. Called again after each end. */
  start(): Promise<RunningProcess>;
  /** Awaited after the first start and after `Supervisor.restart`. Rejects when the process cannot become ready. */
  waitUntilReady?(running: RunningProcess): Promise<void>;
}

export interface SupervisorTools {
  readonly clock: Clock;
  /** Resolves after the delay, or as soon as the signal is aborted. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly announce: (line: string) => void;
}

/** Restarts a process each time it ends, until it is stopped. */
export class Supervisor {
  private tries = 0;
  /** Aborted by `stop` and by `restart`: ends the watch over the current process. */
  private watch = new AbortController();
  private watching: Promise<void> = Promise.resolve();
  private current: RunningProcess | null = null;
  private isStopped = false;

  constructor(
    private readonly managed: ManagedProcess,
    private readonly tools: SupervisorTools,
  ) {}

  get name(): string {
    return this.managed.name;
  }

  /** Starts the process for the first time. @throws Error of the process; it is not started again then */
  async start(): Promise<void> {
    const running = await this.launch();
    await this.managed.waitUntilReady?.(running);
    this.watching = this.restartOnExit(running, this.watch.signal);
  }

  /**
   * Replaces the process without delay, and resolves when the new one is ready.
   * @throws Error when the new process does not become ready; it is restarted with the usual delays
   */
  async restart(graceMs: number): Promise<void> {
    await this.endCurrent(graceMs);
    if (this.isStopped) return;
    this.watch = new AbortController();
    const running = await this.launch();
    this.watching = this.restartOnExit(running, this.watch.signal);
    await this.managed.waitUntilReady?.(running);
  }

  /** Ends the process for good. Safe at any time, and to repeat. */
  async stop(graceMs: number): Promise<void> {
    this.isStopped = true;
    await this.endCurrent(graceMs);
  }

  private async endCurrent(graceMs: number): Promise<void> {
    this.watch.abort();
    await this.current?.stop(graceMs);
    await this.watching;
  }

  private async launch(): Promise<RunningProcess> {
    this.current = await this.managed.start();
    if (this.isStopped) await this.current.stop(0);
    return this.current;
  }

  private async restartOnExit(first: RunningProcess, signal: AbortSignal): Promise<void> {
    for (let running: RunningProcess | null = first; running !== null;) {
      const startedMs = this.tools.clock.nowMs();
      const exit = await running.exited;
      if (signal.aborted) return;
      running = await this.startAgain({
        reason: describe(exit),
        livedMs: this.tools.clock.nowMs() - startedMs,
        signal,
      });
    }
  }

  private async startAgain(ended: {
    reason: string;
    livedMs: number;
    signal: AbortSignal;
  }): Promise<RunningProcess | null> {
    for (let { reason, livedMs } = ended; ; livedMs = 0) {
      if (livedMs >= HEALTHY_AFTER_MS) this.tries = 0;
      const delayMs = backoffMs(this.tries++, DELAYS);
      this.tools.announce(`${this.name} ${reason}; restarting in ${delayMs / 1000} s`);
      await this.tools.sleep(delayMs, ended.signal);
      if (ended.signal.aborted) return null;
      try {
        const running = await this.launch();
        if (ended.signal.aborted) await running.stop(0);
        return running;
      } catch (error) {
        reason = `did not start (${error instanceof Error ? error.message : 'unknown error'})`;
      }
    }
  }
}

function describe({ code, signal }: ProcessExit): string {
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}
