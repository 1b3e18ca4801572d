import DataLoader from 'dataloader';

/** Maximum number of calls of one batch. */
const MAX_CALLS = 100;
/** Maximum time a batch waits for the running one. */
const TIMEOUT_MS = 5;

/** Runs one batch for the calls of one event-loop turn, or of the time of a running batch. Nothing is cached. */
export class StatementBatcher<Input, Output> {
  private readonly loader: DataLoader<Input, Output>;
  private readonly waiting = new Set<() => void>();
  private runningCount = 0;

  /** @param run returns the results of a batch in the order of its calls. Its error rejects every call of the batch */
  constructor(run: (inputs: readonly Input[]) => Promise<readonly Output[]>) {
    this.loader = new DataLoader((inputs) => this.runCounted(() => run(inputs)), {
      cache: false,
      maxBatchSize: MAX_CALLS,
      batchScheduleFn: (start) => void setImmediate(() => this.schedule(start)),
    });
  }

  call(input: Input): Promise<Output> {
    return this.loader.load(input);
  }

  private schedule(startBatch: () => void): void {
    if (this.runningCount === 0) return startBatch();
    const start = (): void => {
      clearTimeout(timer);
      this.waiting.delete(start);
      startBatch();
    };
    const timer = setTimeout(start, TIMEOUT_MS);
    this.waiting.add(start);
  }

  private async runCounted<T>(run: () => Promise<T>): Promise<T> {
    this.runningCount += 1;
    try {
      return await run();
    } finally {
      this.runningCount -= 1;
      for (const start of [...this.waiting]) start();
    }
  }
}
