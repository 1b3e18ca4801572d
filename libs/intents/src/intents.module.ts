import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { ChainRpc, MarketReader } from '@app/chain';
import { Failpoints, ProcessFailpoints } from '@app/engine';
import { ReadModels } from '@app/indexer';
import { DiscoveryRepository } from '@app/markets';
import { Database } from '@app/persistence';
import { ActionsService } from './actions/actions.service.js';
import { ActivityRepository } from './activity/activity.repository.js';
import { ApprovalsService } from './approvals.service.js';
import { AcceptanceService } from './executions/acceptance.service.js';
import { ExecutionsRepository } from './executions/executions.repository.js';
import { ExecutionsService } from './executions/executions.service.js';
import { WalletFreezeService } from './executions/wallet-freeze.service.js';
import { type AcceptanceSettings, INTENTS_SETTINGS, type IntentsSettings } from './intents.settings.js';
import { ExecutionPreview } from './intents/execution-preview.js';
import { IntentPreviewService } from './intents/intent-preview.service.js';
import { IntentWarningsService } from './intents/intent-warnings.service.js';
import { IntentWritesRepository } from './intents/intent-writes.repository.js';
import { IntentsRepository } from './intents/intents.repository.js';
import { IntentsService } from './intents/intents.service.js';
import { PreviewContextRepository } from './intents/preview-context.repository.js';

/** What previews, confirms and accepts intents. Needs a clock and owners, and the global modules of database, queue, log, metrics and chain. */
export function acceptanceProviders(settings: AcceptanceSettings): Provider[] {
  return [
    { provide: INTENTS_SETTINGS, useValue: settings },
    {
      provide: Failpoints,
      inject: [Database],
      useFactory: (database: Database) => new ProcessFailpoints(settings.FAILPOINTS, database),
    },
    {
      provide: MarketReader,
      inject: [ChainRpc],
      useFactory: (rpc: ChainRpc) => new MarketReader(rpc, settings.FACTORY_ADDRESS),
    },
    AcceptanceService,
    DiscoveryRepository,
    ExecutionPreview,
    IntentPreviewService,
    IntentWarningsService,
    IntentWritesRepository,
    IntentsRepository,
    IntentsService,
    PreviewContextRepository,
  ];
}

/** Intents, their previews, and the acceptance of executions. Needs the global modules of agents, database, queue, log, metrics and chain. */
@Module({})
export class IntentsModule {
  static forRoot(settings: IntentsSettings): DynamicModule {
    return {
      module: IntentsModule,
      providers: [
        ...acceptanceProviders(settings),
        ActionsService,
        ActivityRepository,
        ApprovalsService,
        ExecutionsRepository,
        ExecutionsService,
        ReadModels,
        WalletFreezeService,
      ],
      exports: [
        ActionsService,
        ActivityRepository,
        ApprovalsService,
        ExecutionsService,
        IntentsService,
        ReadModels,
        WalletFreezeService,
      ],
    };
  }
}
