import type { Clock } from '@app/common';
import { Backoff } from './backoff.js';
import type { PartExit, RunningPart } from './child-part.js';

export interface Part {
  readonly name: string;
  /** Resolves when the part runs. Called again each time that it has ended. */
  start(): Promise<RunningPart>;
  /** Awaited at the first start alone; rejects when the part cannot become ready. */
  untilReady?(running: RunningPart): Promise<void>;
}

export interface SupervisorTools {
  readonly clock: Clock;
  /** Waits, unless the signal ends the wait; either way it resolves. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
  readonly announce: (line: string) => void;
}

/** Keeps one part running, however often it dies, until it is stopped. */
export class Supervisor {
  private readonly backoff = new Backoff();
  private readonly stopping = new AbortController();
  private running: RunningPart | null = null;
  private watching: Promise<void> = Promise.resolve();

  constructor(
    private readonly part: Part,
    private readonly tools: SupervisorTools,
  ) {}

  get name(): string {
    return this.part.name;
  }

  /** The first start. @throws what the part throws: what has never been ready is not started again and again */
  async start(): Promise<void> {
    const running = await this.part.start();
    this.running = running;
    await this.part.untilReady?.(running);
    this.watching = this.watch(running);
  }

  /** Ends the part and the watch over it. Safe at any time, and to repeat. */
  async stop(graceMs: number): Promise<void> {
    this.stopping.abort();
    await this.running?.stop(graceMs);
    await this.watching;
  }

  private async watch(first: RunningPart): Promise<void> {
    for (let running: RunningPart | null = first; running !== null;) {
      const startedMs = this.tools.clock.nowMs();
      const exit = await running.exited;
      if (this.stopping.signal.aborted) return;
      running = await this.startAgain(describe(exit), this.tools.clock.nowMs() - startedMs);
    }
  }

  private async startAgain(ending: string, livedMs: number): Promise<RunningPart | null> {
    for (let reason = ending, lived = livedMs; ; lived = 0) {
      const delayMs = this.backoff.nextDelayMs(lived);
      this.tools.announce(`${this.name} ${reason}; starting it again in ${delayMs / 1000} s`);
      await this.tools.sleep(delayMs, this.stopping.signal);
      if (this.stopping.signal.aborted) return null;
      try {
        const running = await this.part.start();
        this.running = running;
        if (this.stopping.signal.aborted) await running.stop(0);
        return running;
      } catch (error) {
        reason = `did not start (${error instanceof Error ? error.message : 'no reason given'})`;
      }
    }
  }
}

function describe({ code, signal }: PartExit): string {
  return signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
}
