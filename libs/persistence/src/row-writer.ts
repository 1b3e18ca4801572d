import { sqlState } from './database.js';
import { StatementBatcher } from './statement-batcher.js';

/** SQLSTATE classes of errors that a single row or lock can cause: data, integrity, deadlock, lock not available. */
const REFUSED = /^(22|23|40|55)/;

interface WithId {
  readonly id: string;
}

/** Statements of a `RowWriter`. */
export interface RowWrites<Input, Row> {
  /**
   * Writes several rows by one statement that waits for no lock of another transaction while it holds one. It returns the
   * rows that it wrote, and leaves out the others.
   */
  together(inputs: readonly Input[]): Promise<readonly Row[]>;
  /** Writes a row by a statement of its own; null when there was nothing to write. */
  alone(input: Input): Promise<Row | null>;
}

/**
 * Writes rows. Writes of one event-loop turn, or of the time of a running statement, share one statement and its commit. What
 * that statement leaves out, or PostgreSQL refuses, is written row by row, so that no row fails or waits for another.
 */
export class RowWriter<Input extends WithId, Row extends WithId> {
  /** Answers null for a row that is still to be written. */
  private readonly batcher: StatementBatcher<Input, { readonly row: Row | null } | null>;

  constructor(private readonly writes: RowWrites<Input, Row>) {
    this.batcher = new StatementBatcher(async (inputs) => {
      const [first, ...others] = inputs;
      if (first !== undefined && others.length === 0) return [{ row: await writes.alone(first) }];
      const written = new Map((await this.writeTogether(inputs)).map((row) => [row.id, row]));
      return inputs.map(({ id }) => {
        const row = written.get(id);
        return row === undefined ? null : { row };
      });
    });
  }

  /** Returns null when there was nothing to write. */
  async write(input: Input): Promise<Row | null> {
    const done = await this.batcher.call(input);
    return done === null ? this.writes.alone(input) : done.row;
  }

  /** Returns no row when PostgreSQL refused the statement, which has written nothing then. */
  private async writeTogether(inputs: readonly Input[]): Promise<readonly Row[]> {
    try {
      return await this.writes.together(inputs);
    } catch (error) {
      if (REFUSED.test(sqlState(error) ?? '')) return [];
      throw error;
    }
  }
}
