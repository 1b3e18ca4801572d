import { Wallet } from 'ethers';
import type { DataSource } from 'typeorm';
import { signTransaction } from '@app/chain';
import { Secret, sha256Hex } from '@app/common';
import { createDataSource } from '@app/persistence';
import { createTestDatabase } from '../test/support/index.js';
import { CompactStepsAndPreviews1790000000057 } from './1790000000057-compact-steps-and-previews.js';
import { MIGRATIONS } from './index.js';

/** Every object of the schema: columns, constraints, indexes, functions, triggers. */
const SCHEMA = `
  SELECT 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' '
    || coalesce(column_default, '') AS line FROM information_schema.columns WHERE table_schema = 'public'
  UNION ALL SELECT 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT 'function ' || proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND probin IS NULL
  UNION ALL SELECT 'trigger ' || tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE NOT tgisinternal
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
      entities: [],
      onIdleError: () => undefined,
    }).initialize();
  });

  afterAll(async () => {
    await source?.destroy();
    await drop?.();
  });

  async function schema(): Promise<string[]> {
    const rows = await source.query<{ line: string }[]>(SCHEMA);
    return rows.map(({ line }) => line).filter((line) => !line.includes('schema_migrations'));
  }

  it('give steps back what newer versions do not repeat', async () => {
    const callData = '0x095ea7b3';
    const unsigned = { chainId: 1, nonce: 0, to: `0x${'ab'.repeat(20)}`, data: callData, valueWei: 0n, gasLimit: 1n };
    const signed = signTransaction(Wallet.createRandom(), { ...unsigned, fees: { maxFeeWei: 2n, priorityFeeWei: 1n } });
    const bodies = [JSON.stringify({ callData, walletId: 'w' }), signed.raw];
    await source.transaction(async (manager) => {
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query(
        `INSERT INTO execution_steps (execution_id, kind, body) SELECT 'e' || at, 'main', body
         FROM unnest($1::text[]) WITH ORDINALITY AS given (body, at)`,
        [bodies],
      );
    });
    const undone = MIGRATIONS.length - MIGRATIONS.indexOf(CompactStepsAndPreviews1790000000057);
    for (let count = 0; count < undone; count += 1) await source.undoLastMigration();
    const steps = await source.query('SELECT body_hash, call_data FROM execution_steps ORDER BY execution_id');
    expect(steps).toEqual(bodies.map((body) => ({ body_hash: sha256Hex(body), call_data: callData })));
    await source.query('DELETE FROM execution_steps');
    await source.runMigrations();
  });

  it('revert one by one to an empty schema, and apply to the same schema again', async () => {
    const before = await schema();
    expect(before.length).toBeGreaterThan(100);
    for (let left = MIGRATIONS.length; left > 0; left -= 1) await source.undoLastMigration();
    expect(await schema()).toEqual([]);
    expect(await source.runMigrations()).toHaveLength(MIGRATIONS.length);
    expect(await schema()).toEqual(before);
  });
});
