import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DatabaseSettings } from '@app/config';
import { Logger } from '@app/observability';
import { awaitDatabase } from './await-database.js';
import { createDataSource, type Entities } from './data-source.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';

export interface PersistenceOptions {
  settings: DatabaseSettings;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Tables that repositories of this process use. */
  entities: Entities;
}

/** Opens the process's database when it starts and closes it last. */
@Global()
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  static forRoot({ settings, applicationName, entities }: PersistenceOptions): DynamicModule {
    return {
      module: PersistenceModule,
      providers: [
        {
          provide: DataSource,
          inject: [Logger],
          useFactory: (log: Logger) =>
            awaitDatabase(() =>
              createDataSource({
                settings,
                applicationName,
                entities,
                onIdleError: () => log.warn({ event: 'database.connection_lost' }),
              }).initialize(),
            ),
        },
        { provide: Database, inject: [DataSource], useFactory: (source: DataSource) => new Database(source) },
        {
          provide: Notifications,
          inject: [Logger],
          useFactory: async (log: Logger) => {
            const notifications = new Notifications({
              databaseUrl: settings.DATABASE_URL.reveal(),
              applicationName: `${applicationName}-listen`,
              onDisconnect: () => log.warn({ event: 'database.notifications_lost' }),
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
