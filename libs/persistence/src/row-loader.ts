import DataLoader from 'dataloader';

/** Maximum number of rows read by one statement. */
const MAX_KEYS = 100;
/** Maximum time a batch waits for the running query. */
const TIMEOUT_MS = 5;

/**
 * Reads rows by key. Loads of one event-loop turn, or of the time of a running query, share one statement. Nothing is
 * cached, so every load sees what was committed when it was called.
 */
export class RowLoader<Row> {
  private readonly loader: DataLoader<string, Row | null>;
  private readonly waiting = new Set<() => void>();
  private runningCount = 0;

  /**
   * @param read reads the existing rows, in any order; keys may repeat. Its error rejects every load of the batch
   * @param keyOf a row's key
   */
  constructor(read: (keys: readonly string[]) => Promise<readonly Row[]>, keyOf: (row: Row) => string) {
    const readAll = async (keys: readonly string[]): Promise<(Row | null)[]> => {
      const byKey = new Map((await this.run(() => read(keys))).map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key) ?? null);
    };
    this.loader = new DataLoader(readAll, {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: (readBatch) => void setImmediate(() => this.schedule(readBatch)),
    });
  }

  /** Returns null for a missing row. */
  load(key: string): Promise<Row | null> {
    return this.loader.load(key);
  }

  private schedule(readBatch: () => void): void {
    if (this.runningCount === 0) return readBatch();
    const start = (): void => {
      clearTimeout(timer);
      this.waiting.delete(start);
      readBatch();
    };
    const timer = setTimeout(start, TIMEOUT_MS);
    this.waiting.add(start);
  }

  private async run<T>(read: () => Promise<T>): Promise<T> {
    this.runningCount += 1;
    try {
      return await read();
    } finally {
      this.runningCount -= 1;
      for (const start of [...this.waiting]) start();
    }
  }
}
