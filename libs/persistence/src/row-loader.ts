import { StatementBatcher } from './statement-batcher.js';

/**
 * Reads rows by key. Loads of one event-loop turn, or of the time of a running query, share one statement. Nothing is
 * cached, so every load sees what was committed when it was called.
 */
export class RowLoader<Row> {
  private readonly batcher: StatementBatcher<string, Row | null>;

  /**
   * @param read reads the existing rows, in any order; keys may repeat. Its error rejects every load of the batch
   * @param keyOf a row's key
   */
  constructor(read: (keys: readonly string[]) => Promise<readonly Row[]>, keyOf: (row: Row) => string) {
    this.batcher = new StatementBatcher(async (keys) => {
      const byKey = new Map((await read(keys)).map((row) => [keyOf(row), row]));
      return keys.map((key) => byKey.get(key) ?? null);
    });
  }

  /** Returns null for a missing row. */
  load(key: string): Promise<Row | null> {
    return this.batcher.call(key);
  }
}
