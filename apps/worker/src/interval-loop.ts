/** Does something again and again, never twice at once, and rests between. A failure ends a round, not the loop. */
export class IntervalLoop {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly options: { everyMs: number; work: () => Promise<void>; onError: (error: unknown) => void },
  ) {}

  start(): void {
    this.timer = setTimeout(() => {
      this.round = this.turn();
    }, this.options.everyMs);
  }

  /** Waits for the round that runs. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private async turn(): Promise<void> {
    try {
      await this.options.work();
    } catch (error) {
      this.options.onError(error);
    }
    if (!this.closed) this.start();
  }
}
