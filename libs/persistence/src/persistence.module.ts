import { type DynamicModule, Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DatabaseSettings } from '@app/config';
import { Logger } from '@app/observability';
import { createDataSource, poolOf } from './data-source.js';
import { Database } from './database.js';
import { Notifications } from './notifications.js';

/** Opens the process's database when it starts, and closes it last. */
@Global()
@Module({})
export class PersistenceModule implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly notifications: Notifications,
  ) {}

  static forRoot(settings: DatabaseSettings, applicationName: string): DynamicModule {
    return {
      module: PersistenceModule,
      providers: [
        {
          provide: DataSource,
          inject: [Logger],
          useFactory: (log: Logger) =>
            createDataSource({
              settings,
              applicationName,
              onIdleError: () => log.warn({ event: 'database.connection_lost' }),
            }).initialize(),
        },
        { provide: Database, inject: [DataSource], useFactory: (source: DataSource) => new Database(poolOf(source)) },
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
