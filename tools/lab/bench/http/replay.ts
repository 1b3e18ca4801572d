import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { isRecord } from '@app/common';
import type { RecordedStatement, Recording, ValueSource } from './recording.js';

const WAKEUP_CONNECTIONS = 4;

export type Row = Readonly<Record<string, unknown>>;

/** Values of one request, for the sources of a recording. */
export interface RequestValues {
  readonly path?: string;
  readonly body?: Row;
  /** 32 hex digits. */
  readonly newId?: string;
}

/** Sends recorded statements with the values of a request. */
export class Replay {
  private readonly names = new Map<string, string>();
  private readonly pool: pg.Pool;
  private readonly wakeupPool: pg.Pool;

  constructor(databaseUrl: string, poolMax: number) {
    this.pool = new pg.Pool({ connectionString: databaseUrl, max: poolMax });
    this.wakeupPool = new pg.Pool({
      connectionString: databaseUrl,
      max: WAKEUP_CONNECTIONS,
      options: '-c search_path=bullmq,public -c synchronous_commit=off', // as the product's queue
    });
  }

  /** Runs the only statement of a recording. */
  queryFirst({ units }: Recording, values: RequestValues): Promise<Row[]> {
    const statement = units[0]?.[0];
    if (statement === undefined) throw new Error('the recording has no statement');
    return this.query(this.pool, statement, { values, rows: [] });
  }

  async run({ units }: Recording, values: RequestValues): Promise<void> {
    const rows: Row[] = [];
    for (const unit of units) {
      const [first] = unit;
      if (first?.isWakeup === true) {
        rows.push({});
        void this.query(this.wakeupPool, first, { values, rows });
      } else if (first !== undefined && unit.length === 1) {
        const [row = {}] = await this.query(this.pool, first, { values, rows });
        rows.push(flat(row));
      } else await this.runTransaction(unit, values, rows);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.wakeupPool.end()]);
  }

  private async runTransaction(unit: readonly RecordedStatement[], values: RequestValues, rows: Row[]): Promise<void> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      for (const statement of unit) {
        const [row = {}] = await this.query(client, statement, { values, rows });
        rows.push(flat(row));
      }
      await client.query('COMMIT');
    } finally {
      client.release();
    }
  }

  private async query(
    client: pg.Pool | pg.PoolClient,
    { text, parameters }: RecordedStatement,
    context: Context,
  ): Promise<Row[]> {
    const name = this.names.get(text) ?? `reference_${this.names.size}`;
    this.names.set(text, name);
    const values = parameters.map((parameter) => valueOf(parameter, context));
    const result = await client.query<Row>({ name, text, values });
    return result.rows;
  }
}

interface Context {
  readonly values: RequestValues;
  /** First row of each earlier statement. */
  readonly rows: readonly Row[];
}

function valueOf(source: ValueSource, context: Context): unknown {
  switch (source.from) {
    case 'path':
      return context.values.path;
    case 'body':
      return context.values.body?.[source.key];
    case 'new':
      return `${source.prefix}${context.values.newId}`;
    case 'row':
      return context.rows[source.row]?.[source.key];
    case 'json':
      return source.pieces
        .map((piece) => (typeof piece === 'string' ? piece : JSON.stringify(valueOf(piece, context))))
        .join('');
    case 'list':
      return source.items.map((item) => valueOf(item, context));
    case 'constant':
      return source.value;
  }
}

/** Adds the fields of JSON columns, as `column.field`. */
export function flat(row: Row): Row {
  const fields = Object.entries(row).flatMap(([column, value]) =>
    isRecord(value) ? Object.entries(value).map(([name, inner]) => [`${column}.${name}`, inner] as const) : [],
  );
  return fields.length === 0 ? row : { ...row, ...Object.fromEntries(fields) };
}

/** Returns the body of the answer. */
export function textOf({ pieces }: Recording, values: RequestValues): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : String(valueOf(piece, { values, rows: [] }))))
    .join('');
}

export function newId(): string {
  return randomBytes(16).toString('hex');
}
