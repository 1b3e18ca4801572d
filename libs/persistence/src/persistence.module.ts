import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DatabaseSettings } from '@app/config';
import { FailureLog, Logger } from '@app/observability';
import { awaitDatabase } from './await-database.js';
import { createDataSource, SILENCE_TIMEOUT_MS } from './data-source.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';
import { openServingDatabase } from './schema-version.js';

export interface PersistenceOptions {
  settings: DatabaseSettings;
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/** Opens the process's database when it starts and closes it last. */
@Global()
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  static forRoot({ settings, applicationName }: PersistenceOptions): DynamicModule {
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
      exports: [DataSource, Database, Notifications],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.notifications.close();
    await this.dataSource.destroy();
  }
}
