import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Secret } from '@app/common';
import type { DatabaseSettings } from '@app/config';
import { FailureLog, Logger } from '@app/observability';
import { awaitDatabase } from './await-database.js';
import { createDataSource, SILENCE_TIMEOUT_MS } from './data-source.js';
import { Database } from './database.js';
import { ListReads, type ListReplica } from './list-reads.js';
import { Notifications } from './notifications.js';
import { openServingDatabase } from './schema-version.js';

export interface PersistenceOptions {
  settings: DatabaseSettings;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Connection string of a replica for lists. */
  readUrl?: Secret | undefined;
}

/** Opens the process's database when it starts and closes it last. */
@Global()
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
    private readonly listReads: ListReads,
  ) {}

  static forRoot(options: PersistenceOptions): DynamicModule {
    const { settings, applicationName } = options;
    const { DATABASE_URL, DATABASE_DIRECT_URL = DATABASE_URL, DATABASE_NAMED_STATEMENTS: namedStatements } = settings;
    return {
      module: PersistenceModule,
      providers: [
        {
          provide: DataSource,
          inject: [Logger],
          useFactory: (log: Logger) =>
            awaitDatabase(() =>
              openServingDatabase(
                createDataSource({
                  settings,
                  applicationName,
                  onIdleError: () => log.warn({ event: 'database.connection_lost' }),
                  silenceTimeoutMs: SILENCE_TIMEOUT_MS,
                }),
              ),
            ),
        },
        {
          provide: Database,
          inject: [DataSource],
          useFactory: (source: DataSource) => new Database(source, { namedStatements }),
        },
        {
          provide: ListReads,
          inject: [Database, Logger],
          useFactory: (primary: Database, log: Logger) => new ListReads(primary, openReplica(options, log), log),
        },
        {
          provide: Notifications,
          inject: [Logger],
          useFactory: async (log: Logger) => {
            const failures = new FailureLog({
              log,
              failed: { event: 'database.notifications_lost' },
              recovered: { event: 'database.notifications_recovered' },
            });
            const notifications = new Notifications({
              databaseUrl: DATABASE_DIRECT_URL.reveal(),
              applicationName: `${applicationName}-listen`,
              onDisconnect: () => failures.failure(),
              onListen: () => failures.success(),
            });
            await notifications.start();
            return notifications;
          },
        },
      ],
      exports: [DataSource, Database, ListReads, Notifications],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.notifications.close();
    await this.listReads.close();
    await this.dataSource.destroy();
  }
}

function openReplica({ settings, applicationName, readUrl }: PersistenceOptions, log: Logger): ListReplica | null {
  if (readUrl === undefined) return null;
  const source = createDataSource({
    settings: { ...settings, DATABASE_URL: readUrl },
    applicationName: `${applicationName}-read`,
    onIdleError: () => log.warn({ event: 'database.connection_lost' }),
    silenceTimeoutMs: SILENCE_TIMEOUT_MS,
  });
  return {
    connect: async () => {
      const initialised = source.isInitialized ? source : await source.initialize();
      return new Database(initialised, { namedStatements: settings.DATABASE_NAMED_STATEMENTS });
    },
    close: async () => {
      if (source.isInitialized) await source.destroy();
    },
  };
}
