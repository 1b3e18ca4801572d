import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { Clock, SystemClock } from '@app/common';
import { ActivityService } from './activity/activity.service.js';
import { AGENTS_SETTINGS, type AgentsSettings } from './agents.settings.js';
import { ExecutionsService } from './executions/executions.service.js';
import { IntentPreviewService } from './intents/intent-preview.service.js';
import { IntentWarningsService } from './intents/intent-warnings.service.js';
import { IntentsService } from './intents/intents.service.js';
import { OnboardingService } from './onboarding/onboarding.service.js';
import { OnboardingVerificationService } from './onboarding/onboarding-verification.service.js';
import { PortfolioService } from './portfolio/portfolio.service.js';
import { SessionsService } from './onboarding/sessions.service.js';
import { WalletRegistrationService } from './wallets/wallet-registration.service.js';
import { WalletsService } from './wallets/wallets.service.js';

const SERVICES = [
  ActivityService,
  ExecutionsService,
  IntentsService,
  OnboardingService,
  OnboardingVerificationService,
  PortfolioService,
  SessionsService,
  WalletRegistrationService,
  WalletsService,
];

export interface AgentsModuleOptions {
  settings: AgentsSettings;
  /** Modules that export the ports: ExecutionEngine, ExecutionPreview, ReadModels, LaneSignal, WalletTasks and MarketReader. */
  ports: NonNullable<ModuleMetadata['imports']>;
}

/** The use cases of the agent surface. The database and the log are the process's own. */
@Module({})
export class AgentsModule {
  static forRoot({ settings, ports }: AgentsModuleOptions): DynamicModule {
    return {
      module: AgentsModule,
      imports: ports,
      providers: [
        ...SERVICES,
        IntentPreviewService,
        IntentWarningsService,
        { provide: AGENTS_SETTINGS, useValue: settings },
        { provide: Clock, useClass: SystemClock },
      ],
      exports: SERVICES,
    };
  }
}
