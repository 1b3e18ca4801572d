/** Does something again and again, never twice at once, and rests between. A failure ends a round, not the loop. */
export class IntervalLoop {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private closed = false;
  private running = false;
  private wanted = false;

  constructor(
    private readonly options: { everyMs: number; work: () => Promise<void>; onError: (error: unknown) => void },
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.round = this.turn();
    }, this.options.everyMs);
  }

  /** Does it now or, when it is being done, once more right after. */
  wake(): void {
    if (this.closed) return;
    this.wanted = true;
    if (this.running) return;
    clearTimeout(this.timer);
    this.round = this.turn();
  }

  /** Waits for the round that runs. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private async turn(): Promise<void> {
    this.running = true;
    do {
      this.wanted = false;
      try {
        await this.options.work();
      } catch (error) {
        this.options.onError(error);
      }
    } while (this.wanted && !this.closed);
    this.running = false;
    if (!this.closed) this.start();
  }
}
