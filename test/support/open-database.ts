import type { DataSource } from 'typeorm';
import { Secret } from '@app/common';
import { createDataSource, Database } from '@app/persistence';
import { createTestDatabase } from './test-database.js';

export interface ConnectedDatabase {
  database: Database;
  /** Data source below `database`, for schema changes. */
  dataSource: DataSource;
  close: () => Promise<void>;
}

export interface OpenDatabase extends ConnectedDatabase {
  url: string;
}

/** Opens a pool on a new migrated database. */
export async function openDatabase(): Promise<OpenDatabase> {
  const testDatabase = await createTestDatabase();
  const connected = await connectDatabase(testDatabase.url);
  return {
    ...connected,
    url: testDatabase.url,
    close: async () => {
      await connected.close();
      await testDatabase.drop();
    },
  };
}

/** Connects to a migrated database, with the entities of every table. */
export async function connectDatabase(url: string, poolMax = 8): Promise<ConnectedDatabase> {
  const dataSource = await createDataSource({
    settings: {
      DATABASE_URL: new Secret(url),
      DATABASE_POOL_MAX: poolMax,
      DATABASE_CONNECT_TIMEOUT_MS: 60_000,
    },
    applicationName: 'presage-test',
    // A connection may break while its database is dropped.
    onIdleError: () => undefined,
  }).initialize();
  return { dataSource, database: new Database(dataSource), close: () => dataSource.destroy() };
}
