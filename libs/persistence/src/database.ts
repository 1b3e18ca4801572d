import { createHash } from 'node:crypto';
import type { Pool, PoolClient, QueryResultRow } from 'pg';

export type SqlParameter = string | number | bigint | boolean | Date | null | readonly string[] | Buffer;

/**
 * Runs SQL. Every statement is prepared under a name made from its text, so Postgres parses and plans a hot one once a
 * connection; texts must therefore come from a bounded set, with all values as parameters.
 * `bigint` and `numeric` columns arrive as strings, `timestamptz` as Date, `jsonb` parsed.
 */
export abstract class Sql {
  abstract query<Row extends QueryResultRow>(text: string, parameters?: readonly SqlParameter[]): Promise<Row[]>;

  /** The only row, or null. Further rows are a bug of the statement and throw. */
  async queryOne<Row extends QueryResultRow>(text: string, parameters?: readonly SqlParameter[]): Promise<Row | null> {
    const rows = await this.query<Row>(text, parameters);
    if (rows.length > 1) throw new Error('a statement for one row answered several');
    return rows[0] ?? null;
  }
}

/** The pool of connections. A transaction's work gets its own `Sql`; nothing in it may wait for the network. */
export class Database extends Sql {
  constructor(private readonly pool: Pool) {
    super();
  }

  /** How many wait for a connection at this moment. */
  get waiting(): number {
    return this.pool.waitingCount;
  }

  async query<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const result = await this.pool.query<Row>(prepared(text, parameters));
    return result.rows;
  }

  /** Like `query`, but planned anew for these very parameters: for a statement whose good plan depends on them. */
  async queryUnprepared<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[]): Promise<Row[]> {
    const result = await this.pool.query<Row>(text, [...parameters]);
    return result.rows;
  }

  /** Commits when the work resolves, rolls back when it throws. READ COMMITTED: rows that matter are locked. */
  async transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(new Transaction(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A connection that cannot even roll back is thrown away; the server rolls back when it closes.
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed');
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }
}

class Transaction extends Sql {
  constructor(private readonly client: PoolClient) {
    super();
  }

  async query<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const result = await this.client.query<Row>(prepared(text, parameters));
    return result.rows;
  }
}

const names = new Map<string, string>();

function prepared(
  text: string,
  parameters: readonly SqlParameter[],
): { name: string; text: string; values: unknown[] } {
  let name = names.get(text);
  if (name === undefined) {
    name = `presage_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return { name, text, values: [...parameters] };
}

/** The SQLSTATE of an error that Postgres answered, or null for anything else. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** The constraint that a write violated, or null when it was not that. */
export function violatedConstraint(error: unknown): string | null {
  if (sqlState(error)?.startsWith('23') !== true) return null;
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}
