import type { DataSource } from 'typeorm';
import { Secret } from '@app/common';
import { createDataSource, Database, poolOf } from '@app/persistence';
import { createTestDatabase } from '../support/index.js';

export interface OpenDatabase {
  url: string;
  database: Database;
  /** Data source below `database`, for schema changes. */
  dataSource: DataSource;
  close(): Promise<void>;
}

/** Opens a pool on a new migrated database. */
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
