export interface IntervalLoopOptions {
  /** Pause between two runs. */
  intervalMs: number;
  /** Pause after a run that failed; default `intervalMs`. */
  retryMs?: number;
  /** Pause after a run whose work returned `idle`, as nothing is under way; default `intervalMs`. `wake` ends it. */
  idleMs?: number;
  work: () => Promise<unknown>;
  /** Receives the error of a failed run. The loop goes on. */
  onError: (error: unknown) => void;
}

/** Runs work repeatedly, never concurrently, with a pause between runs. */
export class IntervalLoop {
  private timer: NodeJS.Timeout | undefined;
  private currentRun: Promise<void> = Promise.resolve();
  private closed = false;
  private running = false;
  private requested = false;
  private pauseMs: number;

  constructor(private readonly options: IntervalLoopOptions) {
    this.pauseMs = options.intervalMs;
  }

  start(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.currentRun = this.run();
    }, this.pauseMs);
  }

  /** Runs the work now or, during a run, once more right after it. */
  wake(): void {
    if (this.closed) return;
    this.requested = true;
    if (this.running) return;
    clearTimeout(this.timer);
    this.currentRun = this.run();
  }

  /** Stops the loop and waits for the current run. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.currentRun;
  }

  private async run(): Promise<void> {
    this.running = true;
    const { intervalMs, retryMs = intervalMs, idleMs = intervalMs, work, onError } = this.options;
    do {
      this.requested = false;
      try {
        this.pauseMs = (await work()) === 'idle' ? idleMs : intervalMs;
      } catch (error) {
        this.pauseMs = retryMs;
        onError(error);
      }
    } while (this.requested && !this.closed);
    this.running = false;
    if (!this.closed) this.start();
  }
}
