export interface IntervalLoopOptions {
  /** Pause between two runs. */
  intervalMs: number;
  /** Pause after a run that failed; default `intervalMs`. */
  retryMs?: number;
  work: () => Promise<void>;
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
  private failed = false;

  constructor(private readonly options: IntervalLoopOptions) {}

  start(): void {
    const { intervalMs, retryMs = intervalMs } = this.options;
    this.timer = setTimeout(
      () => {
        this.currentRun = this.run();
      },
      this.failed ? retryMs : intervalMs,
    );
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
    do {
      this.requested = false;
      try {
        await this.options.work();
        this.failed = false;
      } catch (error) {
        this.failed = true;
        this.options.onError(error);
      }
    } while (this.requested && !this.closed);
    this.running = false;
    if (!this.closed) this.start();
  }
}
