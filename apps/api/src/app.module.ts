import { type DynamicModule, Module } from '@nestjs/common';
import { AgentsModule } from '@app/agents';
import { ChainModule } from '@app/chain';
import type { ApiSettings } from '@app/config';
import { IntentsModule } from '@app/intents';
import { MarketsModule } from '@app/markets';
import { type Logger, type Metrics, MetricsModule, ObservabilityModule } from '@app/observability';
import { StateGaugesModule } from '@app/operations';
import { PersistenceModule } from '@app/persistence';
import { QueueModule } from '@app/queue';
import { AccountController } from './account/account.controller.js';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { AuthModule } from './auth/auth.module.js';
import { BudgetsController } from './budgets/budgets.controller.js';
import { CandlesController } from './candles/candles.controller.js';
import { ContractController } from './contract/contract.controller.js';
import { DocsModule } from './docs/docs.module.js';
import { EventsModule } from './events/events.module.js';
import { GracefulShutdown } from './graceful-shutdown.js';
import { HealthModule } from './health/health.module.js';
import { computeHandlerTimeoutMs } from './http/create-adapter.js';
import { HttpModule } from './http/http.module.js';
import { ActionsController } from './intents/actions.controller.js';
import { ExecutionsController } from './intents/executions.controller.js';
import { IntentsController } from './intents/intents.controller.js';
import { MarketsController } from './markets/markets.controller.js';
import { OnboardingController } from './onboarding/onboarding.controller.js';
import { OpsModule } from './ops/ops.module.js';
import { PortfolioController } from './portfolio/portfolio.controller.js';
import { PositionsController } from './positions/positions.controller.js';
import { QuotesController } from './quotes/quotes.controller.js';
import { ResolutionsController } from './resolutions/resolutions.controller.js';
import { SettingsModule } from './settings.module.js';
import { SettlementsController } from './settlements/settlements.controller.js';
import { TradesController } from './trades/trades.controller.js';
import { WalletsController } from './wallets/wallets.controller.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

export interface AppDependencies {
  log: Logger;
  metrics: Metrics;
  /** Maximum time in ms from a request's arrival to its answer. */
  handlerTimeoutMs?: number | undefined;
}

/** Controllers of the application module, in the order of the OpenAPI document. */
export const CONTROLLERS = [
  MarketsController,
  QuotesController,
  CandlesController,
  TradesController,
  PositionsController,
  ResolutionsController,
  SettlementsController,
  ContractController,
  AccountController,
  OnboardingController,
  WalletsController,
  BudgetsController,
  IntentsController,
  ExecutionsController,
  ActionsController,
  ApprovalsController,
  PortfolioController,
];

@Module({})
export class AppModule {
  static forRoot(settings: ApiSettings, dependencies: AppDependencies): DynamicModule {
    const { log, metrics, handlerTimeoutMs = computeHandlerTimeoutMs(settings) } = dependencies;
    return {
      module: AppModule,
      imports: [
        SettingsModule.forRoot(settings),
        ObservabilityModule.forRoot({ app: 'api', log, traces: settings }),
        PersistenceModule.forRoot({
          settings,
          applicationName: 'presage-api',
        }),
        QueueModule.forRoot(settings),
        MetricsModule.forRoot(settings, metrics),
        StateGaugesModule,
        ChainModule.forRoot(settings),
        HttpModule.forRoot({ handlerTimeoutMs }),
        AuthModule.forRoot(settings),
        HealthModule,
        EventsModule,
        WebhooksModule,
        DocsModule,
        OpsModule,
        MarketsModule,
        AgentsModule.forRoot(settings),
        IntentsModule.forRoot(settings),
      ],
      controllers: CONTROLLERS,
      providers: [GracefulShutdown],
    };
  }
}
