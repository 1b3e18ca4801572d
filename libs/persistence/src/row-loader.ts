import DataLoader from 'dataloader';

/** So many rows at the most are read by one statement. */
const MOST_KEYS = 100;

/**
 * Reads rows by key, null for one that is not there. What is asked for in one turn of the event loop is read by one
 * statement: however many ask at once, the database hears one question. Nothing is kept, so every read sees what was
 * committed when it was asked for.
 */
export class RowLoader<Row> {
  private readonly loader: DataLoader<string, Row | null>;

  /**
   * @param read reads the rows that there are, in any order; keys may come twice. When it fails, everybody's read fails
   * @param keyOf a row's key
   */
  constructor(read: (keys: readonly string[]) => Promise<readonly Row[]>, keyOf: (row: Row) => string) {
    const readAll = async (keys: readonly string[]): Promise<(Row | null)[]> => {
      const byKey = new Map((await read(keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key) ?? null);
    };
    this.loader = new DataLoader(readAll, {
      cache: false,
      maxBatchSize: MOST_KEYS,
      batchScheduleFn: (readNow) => void setImmediate(readNow),
    });
  }

  load(key: string): Promise<Row | null> {
    return this.loader.load(key);
  }
}
