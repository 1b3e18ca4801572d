import type { DataSource } from 'typeorm';
import { Secret } from '@app/common';
import { createDataSource, Database, poolOf } from '@app/persistence';
import { createTestDatabase } from '../support/index.js';

export interface OpenDatabase {
  url: string;
  database: Database;
  /** What `database` stands on, for what changes the schema. */
  dataSource: DataSource;
  close(): Promise<void>;
}

/** A migrated database of this test's own, with a pool of connections. */
export async function openDatabase(): Promise<OpenDatabase> {
  const testDatabase = await createTestDatabase();
  const dataSource = await createDataSource({
    settings: {
      DATABASE_URL: new Secret(testDatabase.url),
      DATABASE_POOL_MAX: 8,
      DATABASE_CONNECT_TIMEOUT_MS: 60_000,
    },
    applicationName: 'presage-test',
    onIdleError: () => undefined,
  }).initialize();
  return {
    url: testDatabase.url,
    dataSource,
    database: new Database(poolOf(dataSource)),
    close: async () => {
      await dataSource.destroy();
      await testDatabase.drop();
    },
  };
}
