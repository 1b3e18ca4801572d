import DataLoader from 'dataloader';

/** So many rows at the most are read by one statement. */
const MAX_KEYS = 100;
/** What is asked for while a read is under way waits for it no longer than this: that one may be stuck. */
const TIMEOUT_MS = 5;

/**
 * Reads rows by key, null for one that is not there. What is asked for in one turn of the event loop, or while a read is
 * under way, is read by one statement: however many ask at once, the database hears one question. Nothing is kept, so every
 * read sees what was committed when it was asked for.
 */
export class RowLoader<Row> {
  private readonly loader: DataLoader<string, Row | null>;
  private readonly waiting = new Set<() => void>();
  private underWay = 0;

  /**
   * @param read reads the rows that there are, in any order; keys may come twice. When it fails, everybody's read fails
   * @param keyOf a row's key
   */
  constructor(read: (keys: readonly string[]) => Promise<readonly Row[]>, keyOf: (row: Row) => string) {
    const readAll = async (keys: readonly string[]): Promise<(Row | null)[]> => {
      const byKey = new Map((await this.during(() => read(keys))).map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key) ?? null);
    };
    this.loader = new DataLoader(readAll, {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: (readNow) => void setImmediate(() => this.inTurn(readNow)),
    });
  }

  load(key: string): Promise<Row | null> {
    return this.loader.load(key);
  }

  private inTurn(readNow: () => void): void {
    if (this.underWay === 0) return readNow();
    const go = (): void => {
      clearTimeout(timer);
      this.waiting.delete(go);
      readNow();
    };
    const timer = setTimeout(go, TIMEOUT_MS);
    this.waiting.add(go);
  }

  private async during<T>(read: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await read();
    } finally {
      this.underWay -= 1;
      for (const go of [...this.waiting]) go();
    }
  }
}
