import { createHash } from 'node:crypto';
import pg, { type QueryResultRow } from 'pg';
import type { DataSource, EntityManager, ObjectLiteral, Repository } from 'typeorm';
import { requireVersion } from '@app/common';
import { allowSilence } from './connection-silence.js';

export type SqlParameter = string | number | bigint | boolean | Date | null | readonly string[] | Buffer;

/**
 * TypeORM repositories and named SQL on one connection.
 *
 * Named SQL is prepared under a name made from its text, so Postgres parses and plans a hot statement once per
 * connection. TypeORM's own `query` cannot name a statement. Texts come from a bounded set, with all values as parameters.
 * `bigint` and `numeric` columns arrive as strings, `timestamptz` as Date, `jsonb` parsed.
 */
export abstract class SqlSession {
  constructor(readonly manager: EntityManager) {}

  abstract query<Row extends QueryResultRow>(text: string, parameters?: readonly SqlParameter[]): Promise<Row[]>;

  /** Returns the only row, or null. @throws Error when there are several */
  async queryOne<Row extends QueryResultRow>(text: string, parameters?: readonly SqlParameter[]): Promise<Row | null> {
    const rows = await this.query<Row>(text, parameters);
    if (rows.length > 1) throw new Error('a statement for one row returned several');
    return rows[0] ?? null;
  }

  /** Returns the only row. @throws Error unless there is exactly one */
  async queryOneOrFail<Row extends QueryResultRow>(text: string, parameters?: readonly SqlParameter[]): Promise<Row> {
    const row = await this.queryOne<Row>(text, parameters);
    if (row === null) throw new Error('a statement for one row returned none');
    return row;
  }

  /** The entity's TypeORM repository. In a transaction, its statements belong to the transaction. */
  repository<Entity extends ObjectLiteral>(entity: new () => Entity): Repository<Entity> {
    return this.manager.getRepository(entity);
  }
}

/**
 * In one process. With the default costs of a disk, reading a whole index in its order looks cheaper than the few matches of
 * a search; with less memory, bitmaps forget rows and read their pages.
 */
const SEARCH_SETTINGS = `SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL random_page_cost = 1.1;
  SET LOCAL work_mem = '16MB'`;

export interface DatabaseOptions {
  /** Whether named SQL is prepared once per connection. A pooler in transaction mode may not support that. */
  readonly namedStatements: boolean;
}

/** The process's database. A transaction gets its own `SqlSession`; its work must not wait for the network. */
export class Database extends SqlSession {
  private readonly pool: pg.Pool;

  /** @param dataSource initialised @throws StartRefusedError when the server is too old */
  constructor(
    private readonly dataSource: DataSource,
    private readonly options: DatabaseOptions = { namedStatements: true },
  ) {
    super(dataSource.manager);
    this.pool = poolOf(dataSource);
    requireVersion('PostgreSQL', dataSource.driver.version ?? '');
  }

  /** Number of callers that wait for a connection. */
  get waiting(): number {
    return this.pool.waitingCount;
  }

  async query<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const result = await this.pool.query<Row>(statement(text, parameters, this.options));
    return result.rows;
  }

  /** Like `query`, but planned for these parameters: for a statement whose best plan depends on them. */
  async queryUnprepared<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[]): Promise<Row[]> {
    const result = await this.pool.query<Row>(text, [...parameters]);
    return result.rows;
  }

  /** Like `queryUnprepared`, for a search. The server ends it after the time, with the SQLSTATE 57014. */
  async queryWithin<Row extends QueryResultRow>(
    timeoutMs: number,
    text: string,
    parameters: readonly SqlParameter[],
  ): Promise<Row[]> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query(`SET LOCAL statement_timeout = ${timeoutMs}; ${SEARCH_SETTINGS}`);
      return manager.query<Row[]>(text, [...parameters]);
    });
  }

  /** Commits when the work resolves, rolls back when it throws. READ COMMITTED: rows that matter are locked. */
  async transaction<T>(work: (tx: SqlSession) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(async (manager) => work(await Transaction.of(manager, this.options)));
  }

  /** A transaction whose statements and commit may take any time: a silent server does not end it. */
  async longTransaction<T>(work: (tx: SqlSession) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const { client } = await Transaction.of(runner.manager, this.options);
      return await allowSilence(client, () =>
        runner.manager.transaction(async (manager) => work(await Transaction.of(manager, this.options))),
      );
    } finally {
      await runner.release();
    }
  }
}

class Transaction extends SqlSession {
  private constructor(
    manager: EntityManager,
    readonly client: pg.Client,
    private readonly options: DatabaseOptions,
  ) {
    super(manager);
  }

  static async of(manager: EntityManager, options: DatabaseOptions): Promise<Transaction> {
    const client: unknown = await manager.queryRunner?.connect();
    if (!(client instanceof pg.Client)) throw new Error('the transaction has no PostgreSQL connection');
    return new Transaction(manager, client, options);
  }

  async query<Row extends QueryResultRow>(text: string, parameters: readonly SqlParameter[] = []): Promise<Row[]> {
    const result = await this.client.query<Row>(statement(text, parameters, this.options));
    return result.rows;
  }
}

/**
 * The data source's pool. TypeORM's `query` takes a query runner per statement and cannot name statements, which costs
 * 30 % more CPU per read, and TypeORM does not report waiting callers.
 */
function poolOf({ driver }: DataSource): pg.Pool {
  const pool: unknown = 'master' in driver ? driver.master : undefined;
  if (!(pool instanceof pg.Pool)) throw new Error('the data source is not an initialised PostgreSQL');
  return pool;
}

const names = new Map<string, string>();

function statement(
  text: string,
  parameters: readonly SqlParameter[],
  { namedStatements }: DatabaseOptions,
): { name?: string; text: string; values: unknown[] } {
  const values = [...parameters];
  return namedStatements ? { name: getName(text), text, values } : { text, values };
}

function getName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `presage_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    names.set(text, name);
  }
  return name;
}

/** The SQLSTATE of an error of Postgres, or null for any other error. */
export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  return /^[0-9A-Z]{5}$/.test(error.code) ? error.code : null;
}

/** The constraint that a write violated, or null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  if (sqlState(error)?.startsWith('23') !== true) return null;
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : null;
}
