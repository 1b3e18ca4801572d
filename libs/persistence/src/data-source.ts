import pg from 'pg';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import type { DatabaseSettings } from '@app/config';
import { MIGRATIONS } from '../../../migrations/index.js';
import { limitSilence } from './connection-silence.js';
import { SnakeCaseNaming } from './snake-case-naming.js';

/** Applied migrations, kept by TypeORM. */
export const MIGRATIONS_TABLE = 'schema_migrations';
const STATEMENT_TIMEOUT_MS = 20_000;
/**
 * Time that a migration waits for a lock, and requests behind it. Shorter than `deadlock_timeout` of one second, so that no
 * transaction of a process is ended by a deadlock with a migration.
 */
const LOCK_TIMEOUT_MS = 500;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/**
 * Silence of a connection that no statement and no open transaction explains: the server would have ended both. A commit
 * that takes longer has an unknown outcome, as with any lost connection.
 */
export const SILENCE_TIMEOUT_MS = 40_000;

export interface DataSourceOptions {
  settings: Pick<DatabaseSettings, 'DATABASE_URL' | 'DATABASE_POOL_MAX' | 'DATABASE_CONNECT_TIMEOUT_MS'>;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Called when an idle connection breaks; the pool replaces it. */
  onIdleError: () => void;
  /** Role that migrates. Its statements wait for locks briefly, and run as long as they need. */
  role?: string;
  /** Time without a byte in either direction after which a connection is given up; by default only the kernel does that. */
  silenceTimeoutMs?: number;
}

/** The TypeORM data source of a process: its pool, the entities that it has loaded, and the migrations of the schema. */
export function createDataSource({
  settings,
  applicationName,
  onIdleError,
  role,
  silenceTimeoutMs,
}: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
    driver: pg, // TypeORM's own lookup finds a second copy of pg under Jest
    url: settings.DATABASE_URL.reveal(),
    applicationName,
    poolSize: settings.DATABASE_POOL_MAX,
    connectTimeoutMS: settings.DATABASE_CONNECT_TIMEOUT_MS,
    poolErrorHandler: onIdleError,
    migrations: [...MIGRATIONS],
    migrationsTableName: MIGRATIONS_TABLE,
    migrationsTransactionMode: 'each',
    entities: getMetadataArgsStorage().tables.map(({ target }) => target),
    namingStrategy: new SnakeCaseNaming(),
    installExtensions: false, // migrations create them; the processes' roles may not
    logging: false,
    extra: {
      keepAlive: true,
      statement_timeout: role === undefined ? STATEMENT_TIMEOUT_MS : 0,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      ...(role !== undefined && { options: `-c role=${role} -c lock_timeout=${LOCK_TIMEOUT_MS}` }),
      ...(silenceTimeoutMs !== undefined && {
        onConnect: (client: pg.Client) => limitSilence(client, silenceTimeoutMs),
      }),
    },
  });
}
