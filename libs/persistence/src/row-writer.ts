import { sqlState } from './database.js';
import { StatementBatcher } from './statement-batcher.js';

/** SQLSTATE classes of errors that a single row can cause: data, integrity, deadlock, lock not available. */
const REFUSED = /^(22|23|40|55)/;

interface WithId {
  readonly id: string;
}

/** Statements of a `RowWriter`. */
export interface RowWrites<Input, Row> {
  /** Writes rows with different ids. Returns those that it wrote, and may leave out others. */
  together(inputs: readonly Input[]): Promise<readonly (Row & WithId)[]>;
  /** Writes one row. Returns null when there was nothing to write. */
  alone(input: Input): Promise<Row | null>;
}

/**
 * Writes rows. Writes of one event-loop turn, or of the time of a running statement, share one statement and its commit. Rows
 * that it leaves out are written one by one. So are all rows when PostgreSQL refuses the statement because of one row or
 * lock. Any other error, such as a lost connection or a timeout, rejects every write of the statement.
 */
export class RowWriter<Input extends WithId, Row> {
  /** Returns null for a row that is still to be written. */
  private readonly batcher: StatementBatcher<Input, { readonly row: Row | null } | null>;

  constructor(private readonly writes: RowWrites<Input, Row>) {
    this.batcher = new StatementBatcher(async (inputs): Promise<readonly ({ readonly row: Row | null } | null)[]> => {
      const [first, ...others] = inputs;
      if (first !== undefined && others.length === 0) return [{ row: await writes.alone(first) }];
      // A repeated id may stand for another version of the row, so only one of them shares the statement.
      const shared = new Map(inputs.map((input) => [input.id, input]));
      const written = new Map<string | null, Row>(
        (await this.writeTogether([...shared.values()])).map((row) => [row.id, row]),
      );
      return inputs.map((input) => {
        if (shared.get(input.id) !== input) return null;
        shared.delete(input.id);
        const row = written.get(input.id);
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
  private async writeTogether(inputs: readonly Input[]): Promise<readonly (Row & WithId)[]> {
    try {
      return await this.writes.together(inputs);
    } catch (error) {
      if (REFUSED.test(sqlState(error) ?? '')) return [];
      throw error;
    }
  }
}
