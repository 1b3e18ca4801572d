import pg from 'pg';
import { DataSource } from 'typeorm';
import { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import type { DatabaseSettings } from '@app/config';
import { MIGRATIONS } from '../../../migrations/index.js';

const STATEMENT_TIMEOUT_MS = 20_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

export interface DataSourceOptions {
  settings: DatabaseSettings;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError: () => void;
}

/** The TypeORM data source of a process: its pool, and the migrations that make the schema. */
export function createDataSource({ settings, applicationName, onIdleError }: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    driver: pg, // this one: TypeORM finds another where a loader knows the file by two names
    url: settings.DATABASE_URL.reveal(),
    applicationName,
    poolSize: settings.DATABASE_POOL_MAX,
    connectTimeoutMS: settings.DATABASE_CONNECT_TIMEOUT_MS,
    poolErrorHandler: onIdleError,
    migrations: [...MIGRATIONS],
    migrationsTableName: 'schema_migrations',
    migrationsTransactionMode: 'each',
    entities: [],
    logging: false,
    extra: {
      keepAlive: true,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    },
  });
}

/** The pool that an initialised data source holds. */
export function poolOf(dataSource: DataSource): pg.Pool {
  const { driver } = dataSource;
  if (!(driver instanceof PostgresDriver)) throw new Error('the data source is not PostgreSQL');
  const pool: unknown = driver.master;
  if (!(pool instanceof pg.Pool)) throw new Error('the data source is not initialised');
  return pool;
}
