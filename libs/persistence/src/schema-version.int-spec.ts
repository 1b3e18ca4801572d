import { Secret, StartRefusedError } from '@app/common';
import { PRODUCT_VERSION } from '@app/config';
import { openDatabase, type OpenDatabase } from '../../../test/support/open-database.js';
import { roleUrl } from '../../../test/support/stack/database-roles.js';
import { createDataSource } from './data-source.js';
import { isNewer, openServingDatabase, OWN_SCHEMA, readSchemaVersion } from './schema-version.js';

describe('the version of the schema', () => {
  let open: OpenDatabase;

  beforeEach(async () => {
    open = await openDatabase();
  });
  afterEach(() => open?.close());

  /** Connects as the webhooks process, whose role has the fewest privileges. */
  async function connect(): Promise<void> {
    const source = createDataSource({
      settings: {
        DATABASE_URL: roleUrl(new Secret(open.url), 'webhooks'),
        DATABASE_POOL_MAX: 2,
        DATABASE_CONNECT_TIMEOUT_MS: 60_000,
      },
      applicationName: 'test',
      onIdleError: () => undefined,
    });
    await openServingDatabase(source);
    await source.destroy();
  }

  const record = (comment: string): Promise<unknown> =>
    open.database.query(`COMMENT ON TABLE schema_migrations IS '${comment}'`);

  it('is recorded by the migrations and readable by every process', async () => {
    expect(await readSchemaVersion((sql) => open.dataSource.query(sql))).toEqual(OWN_SCHEMA);
    await expect(connect()).resolves.toBeUndefined();
  });

  it('may be newer while it serves this program', async () => {
    await record(`Presage 99.0.0, migration 1999999999999, serves programs from ${PRODUCT_VERSION} on`);
    await expect(connect()).resolves.toBeUndefined();
  });

  it.each([
    ['a database without a schema', '', `has no version: run the migrations of ${PRODUCT_VERSION} first`],
    [
      'a schema that lacks a migration',
      `Presage ${PRODUCT_VERSION}, migration 1795700000001, serves programs from 0.0.1 on`,
      `has version ${PRODUCT_VERSION}: run the migrations of ${PRODUCT_VERSION} first`,
    ],
    [
      'a schema whose functions are older',
      `Presage 0.0.9, migration ${OWN_SCHEMA.migration}, serves programs from 0.0.1 on`,
      `has version 0.0.9: run the migrations of ${PRODUCT_VERSION} first`,
    ],
    [
      'a schema that no longer serves it',
      'Presage 99.1.0, migration 1999999999999, serves programs from 99.0.0 on',
      `has version 99.1.0, which serves programs from 99.0.0 on, and this is ${PRODUCT_VERSION}`,
    ],
  ])('keeps a program from %s', async (_, comment, message) => {
    await record(comment);
    await expect(connect()).rejects.toThrow(StartRefusedError);
    await expect(connect()).rejects.toThrow(message);
  });

  it('compares by number, without a suffix', () => {
    expect(isNewer('0.10.0', '0.9.9')).toBe(true);
    expect(isNewer('0.9.9', '0.10.0')).toBe(false);
    expect(isNewer('0.1.0', '0.1.0-rc.1')).toBe(false);
    expect(isNewer('0.1.0', '0.1.0')).toBe(false);
  });
});
