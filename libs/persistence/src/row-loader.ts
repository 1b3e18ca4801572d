import DataLoader from 'dataloader';

const MAX_KEYS = 100;

/** Reads rows by key, those of one event-loop turn by one statement. Nothing is cached. */
export class RowLoader<Row> {
  private readonly loader: DataLoader<string, Row | null>;

  /**
   * @param read reads the existing rows, in any order; keys may repeat. Its error rejects every load of the batch
   * @param keyOf a row's key
   */
  constructor(read: (keys: readonly string[]) => Promise<readonly Row[]>, keyOf: (row: Row) => string) {
    const readInOrder = async (keys: readonly string[]): Promise<(Row | null)[]> => {
      const byKey = new Map((await read(keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key) ?? null);
    };
    this.loader = new DataLoader(readInOrder, {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: (start) => void setImmediate(start),
    });
  }

  /** Returns null for a missing row. */
  load(key: string): Promise<Row | null> {
    return this.loader.load(key);
  }
}
