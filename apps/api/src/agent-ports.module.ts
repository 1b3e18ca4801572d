import { Module } from '@nestjs/common';
import { ReadModels } from '@app/agents';
import { ChainRpc, MarketReader } from '@app/chain';
import type { ApiSettings } from '@app/config';
import { PgReadModels } from '@app/indexer';
import { Logger } from '@app/observability';
import { Database, Notifications } from '@app/persistence';
import { JobQueue, WorkerTasksService } from '@app/queue';
import { API_SETTINGS } from './settings.module.js';

type Parts = [database: Database, notifications: Notifications, queue: JobQueue, log: Logger, settings: ApiSettings];

/** Ports of the agent surface besides the engine: tasks, read models and market reads, never a credential. */
@Module({
  providers: [
    {
      provide: WorkerTasksService,
      inject: [Database, Notifications, JobQueue, Logger, API_SETTINGS],
      useFactory: (...[database, notifications, queue, log, settings]: Parts) =>
        new WorkerTasksService({
          database,
          notifications,
          queue,
          log,
          waitMs: settings.PROVIDER_WAIT_MS,
          balanceEnabled: settings.BALANCE_ENABLED,
          faucetEnabled: settings.FAUCET_ENABLED,
        }),
    },
    { provide: ReadModels, useClass: PgReadModels },
    {
      provide: MarketReader,
      inject: [ChainRpc, API_SETTINGS],
      useFactory: (rpc: ChainRpc, settings: ApiSettings) => new MarketReader(rpc, settings.FACTORY_ADDRESS),
    },
  ],
  exports: [WorkerTasksService, MarketReader, ReadModels],
})
export class AgentPortsModule {}
