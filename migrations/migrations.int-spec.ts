import type { DataSource } from 'typeorm';
import { Secret } from '@app/common';
import { createDataSource } from '@app/persistence';
import { createTestDatabase } from '../test/support/index.js';
import { MIGRATIONS } from './index.js';

/** Every object of the schema: columns, constraints, indexes, functions, triggers. */
const SCHEMA_SQL = `
  SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
    || coalesce(column_default, '') AS line FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'function ' || pg_get_functiondef(oid)
    FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND probin IS NULL
  UNION ALL SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  ORDER BY 1`;

describe('the migrations', () => {
  let source: DataSource;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = () => database.drop();
    source = await createDataSource({
      settings: {
        DATABASE_URL: new Secret(database.url),
        DATABASE_POOL_MAX: 2,
        DATABASE_CONNECT_TIMEOUT_MS: 60_000,
      },
      applicationName: 'presage-test',
      onIdleError: () => undefined,
    }).initialize();
  });

  afterAll(async () => {
    await source?.destroy();
    await drop?.();
  });

  async function schema(): Promise<string[]> {
    const rows = await source.query<{ line: string }[]>(SCHEMA_SQL);
    return rows.map(({ line }) => line).filter((line) => !line.includes('schema_migrations'));
  }

  it('revert one by one to an empty schema, and apply to the same schema again', async () => {
    const before = await schema();
    expect(before.length).toBeGreaterThan(100);
    for (let left = MIGRATIONS.length; left > 0; left -= 1) await source.undoLastMigration();
    expect(await schema()).toEqual([]);
    expect(await source.runMigrations()).toHaveLength(MIGRATIONS.length);
    expect(await schema()).toEqual(before);
  });
});
