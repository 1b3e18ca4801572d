import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { Clock, SystemClock } from '@app/common';
import { ActivityRepository } from './activity/activity.repository.js';
import { AGENTS_SETTINGS, type AgentsSettings } from './agents.settings.js';
import { ApprovalsService } from './approvals/approvals.service.js';
import { BudgetsService } from './budgets/budgets.service.js';
import { ExecutionsRepository } from './executions/executions.repository.js';
import { ExecutionsService } from './executions/executions.service.js';
import { IntentPreviewService } from './intents/intent-preview.service.js';
import { IntentWarningsService } from './intents/intent-warnings.service.js';
import { IntentWritesRepository } from './intents/intent-writes.repository.js';
import { IntentsRepository } from './intents/intents.repository.js';
import { IntentsService } from './intents/intents.service.js';
import { PreviewFactsRepository } from './intents/preview-facts.repository.js';
import { OnboardingService } from './onboarding/onboarding.service.js';
import { OnboardingVerificationService } from './onboarding/onboarding-verification.service.js';
import { OnboardingsRepository } from './onboarding/onboardings.repository.js';
import { SessionsRepository } from './onboarding/sessions.repository.js';
import { SessionsService } from './onboarding/sessions.service.js';
import { OwnersRepository } from './owners.repository.js';
import { PortfolioRepository } from './portfolio/portfolio.repository.js';
import { PortfolioService } from './portfolio/portfolio.service.js';
import { FaucetGrantsRepository } from './wallets/faucet-grants.repository.js';
import { WalletRegistrationService } from './wallets/wallet-registration.service.js';
import { WalletsRepository } from './wallets/wallets.repository.js';
import { WalletsService } from './wallets/wallets.service.js';

const SERVICES = [
  ApprovalsService,
  BudgetsService,
  ExecutionsService,
  IntentsService,
  OnboardingService,
  OnboardingVerificationService,
  PortfolioService,
  SessionsService,
  WalletRegistrationService,
  WalletsService,
];

const REPOSITORIES = [
  ActivityRepository,
  ExecutionsRepository,
  FaucetGrantsRepository,
  IntentWritesRepository,
  IntentsRepository,
  OnboardingsRepository,
  OwnersRepository,
  PortfolioRepository,
  SessionsRepository,
  WalletsRepository,
];

export interface AgentsModuleOptions {
  settings: AgentsSettings;
  /** Modules that export ExecutionEngine, ExecutionPreview, ReadModels, WorkerTasksService and MarketReader. */
  ports: NonNullable<ModuleMetadata['imports']>;
}

/** Use cases of the agent surface. Database and Logger are global. */
@Module({})
export class AgentsModule {
  static forRoot({ settings, ports }: AgentsModuleOptions): DynamicModule {
    return {
      module: AgentsModule,
      imports: ports,
      providers: [
        ...SERVICES,
        ...REPOSITORIES,
        IntentPreviewService,
        IntentWarningsService,
        PreviewFactsRepository,
        { provide: AGENTS_SETTINGS, useValue: settings },
        { provide: Clock, useClass: SystemClock },
      ],
      exports: [...SERVICES, ActivityRepository],
    };
  }
}
