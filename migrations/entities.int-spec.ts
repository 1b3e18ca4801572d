import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import '@app/agents';
import '@app/audit';
import '@app/engine';
import '@app/events';
import '@app/markets';
import '@app/queue';
import { openDatabase, type OpenDatabase } from '../test/support/open-database.js';

/** Every column of the migrated schema as a line: type, nullability, primary key, default. */
const SCHEMA_SQL = `
  SELECT format('%s.%s %s%s%s%s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    CASE WHEN a.attnotnull THEN '' ELSE ' null' END,
    CASE WHEN a.attnum = ANY (k.conkey) THEN ' key' ELSE '' END,
    CASE WHEN d.adbin IS NULL OR a.attgenerated <> '' THEN ''
      ELSE ' default ' || regexp_replace(pg_get_expr(d.adbin, d.adrelid), '::[a-z ]+(\\[\\])?$', '') END) AS line
  FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum
  LEFT JOIN pg_constraint AS k ON k.conrelid = c.oid AND k.contype = 'p'
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migrations'
  ORDER BY line`;

function formatLine(column: ColumnMetadata): string {
  const { databaseName, isNullable, isPrimary } = column;
  return [
    `${column.entityMetadata.tableName}.${databaseName} ${formatType(column)}`,
    ...(isNullable ? ['null'] : []),
    ...(isPrimary ? ['key'] : []),
    ...(column.default === undefined ? [] : [`default ${formatDefault(column.default)}`]),
  ].join(' ');
}

function formatType({ type, precision, scale, isArray }: ColumnMetadata): string {
  const digits = [precision, scale].filter((value) => typeof value === 'number').join(',');
  const modifier = digits === '' ? '' : `(${digits})`;
  if (type === 'timestamptz') return `timestamp${modifier} with time zone`;
  return `${String(type)}${modifier}${isArray ? '[]' : ''}`;
}

function formatDefault(value: ColumnMetadata['default']): string {
  if (typeof value === 'function') return value();
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

describe('the entities', () => {
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openDatabase();
  });
  afterAll(() => open?.close());

  /** Lines of the tables that have an entity. */
  async function migrated(): Promise<string[]> {
    const tables = new Set(open.dataSource.entityMetadatas.map(({ tableName }) => tableName));
    const lines = (await open.database.query<{ line: string }>(SCHEMA_SQL)).map(({ line }) => line).sort();
    return lines.filter((line) => tables.has(line.slice(0, line.indexOf('.'))));
  }

  function described(): string[] {
    const columns = open.dataSource.entityMetadatas.flatMap((entity) => entity.columns);
    return columns
      .filter(({ isVirtualProperty }) => !isVirtualProperty)
      .map(formatLine)
      .sort();
  }

  it('describe their tables of the migrated schema: columns, types, nullability, keys and defaults', async () => {
    expect(described().length).toBeGreaterThan(150);
    expect(described()).toEqual(await migrated());
  });

  it.each([
    ['a column', 'ALTER TABLE users ADD planted text', 'users.planted text null'],
    ['a type', 'ALTER TABLE users ALTER kind TYPE varchar(20)', 'users.kind character varying(20)'],
    ['a precision', 'ALTER TABLE users ALTER created_at TYPE timestamptz', 'users.created_at timestamp with time zone'],
    ['nullability', 'ALTER TABLE users ALTER kind DROP NOT NULL', 'users.kind text null'],
    ['a default', `ALTER TABLE users ALTER kind SET DEFAULT 'person'`, `users.kind text default 'person'`],
    ['a primary key', 'ALTER TABLE trades DROP CONSTRAINT trades_pkey', 'trades.id uuid default gen_random_uuid()'],
  ])('differ from a schema with another %s', async (_what, statement, line) => {
    const rollback = new Error('rollback');
    const planted = open.database.transaction(async (tx) => {
      await tx.query(statement);
      const lines = (await tx.query<{ line: string }>(SCHEMA_SQL)).map((row) => row.line);
      expect(lines.filter((one) => !described().includes(one)).join()).toContain(line);
      throw rollback;
    });
    await expect(planted).rejects.toBe(rollback);
  });
});
