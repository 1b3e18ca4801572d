import { type DynamicModule, Inject, Module, type OnApplicationBootstrap } from '@nestjs/common';
import { ChainModule, ChainRpc } from '@app/chain';
import type { WorkerSettings } from '@app/config';
import { HealthServer, Logger, metricsFor, MetricsModule, ObservabilityModule } from '@app/observability';
import { StateGaugesModule } from '@app/operations';
import { Database, PersistenceModule } from '@app/persistence';
import { QueueDashboard, QueueModule } from '@app/queue';
import { ClaimsModule } from './claims/claims.module.js';
import { configuredCustody } from './custody/configured-custody.js';
import { CustodyModule } from './custody/custody.module.js';
import { createHealthServer } from './health-server.js';
import { IndexerModule } from './indexer/indexer.module.js';
import { LanesModule } from './lanes/lanes.module.js';
import { TasksModule } from './tasks/tasks.module.js';

export const APP_NAME = 'worker';
/** Injection token: whether the worker has a custody. */
const PROVIDER_CONFIGURED = Symbol('ProviderConfigured');

/** Serves lanes and tasks and indexes the chain. Without a custody it serves no lanes. */
@Module({})
export class WorkerModule implements OnApplicationBootstrap {
  constructor(
    @Inject(PROVIDER_CONFIGURED) private readonly configured: boolean,
    private readonly log: Logger,
  ) {}

  static forRoot(settings: WorkerSettings, log: Logger): DynamicModule {
    const { WORKER_HOST: host, WORKER_PORT: port } = settings;
    const custody = configuredCustody(settings);
    return {
      module: WorkerModule,
      imports: [
        ObservabilityModule.forRoot({ app: APP_NAME, log, traces: settings }),
        PersistenceModule.forRoot({ settings, applicationName: 'presage-worker' }),
        QueueModule.forRoot(settings),
        MetricsModule.forRoot(settings, metricsFor(settings)),
        StateGaugesModule,
        ChainModule.forRoot(settings),
        IndexerModule.forRoot(settings),
        ...(custody === null
          ? []
          : [CustodyModule.forRoot(settings, custody), LanesModule.forRoot(settings), ClaimsModule.forRoot(settings)]),
        TasksModule.forRoot(settings, { hasCustody: custody !== null }),
      ],
      providers: [
        { provide: PROVIDER_CONFIGURED, useValue: custody !== null },
        {
          provide: HealthServer,
          inject: [Database, ChainRpc, QueueDashboard, Logger],
          useFactory: (...[database, rpc, dashboard, log]: [Database, ChainRpc, QueueDashboard, Logger]) =>
            createHealthServer({ host, port }, { database, rpc, dashboard, log }),
        },
      ],
    };
  }

  onApplicationBootstrap(): void {
    if (!this.configured) this.log.warn({ event: 'provider.not_configured' });
  }
}
