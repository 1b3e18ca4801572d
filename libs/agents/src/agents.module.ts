import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from '@app/common';
import { Logger } from '@app/observability';
import { Database, Notifications } from '@app/persistence';
import { JobQueue, WorkerTasksService } from '@app/queue';
import { AGENTS_SETTINGS, type AgentsSettings } from './agents.settings.js';
import { BudgetsService } from './budgets/budgets.service.js';
import { OnboardingVerificationService } from './onboarding/onboarding-verification.service.js';
import { OnboardingService } from './onboarding/onboarding.service.js';
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

type TasksDependencies = [database: Database, notifications: Notifications, queue: JobQueue, log: Logger];

/** Agents, their wallets and owners. Needs the global modules of database, queue and log. */
@Global()
@Module({})
export class AgentsModule {
  static forRoot(settings: AgentsSettings): DynamicModule {
    const { PROVIDER_WAIT_MS: waitMs, BALANCE_ENABLED: balanceEnabled, FAUCET_ENABLED: faucetEnabled } = settings;
    return {
      module: AgentsModule,
      providers: [
        { provide: AGENTS_SETTINGS, useValue: settings },
        { provide: Clock, useClass: SystemClock },
        {
          provide: WorkerTasksService,
          inject: [Database, Notifications, JobQueue, Logger],
          useFactory: (...[database, notifications, queue, log]: TasksDependencies) =>
            new WorkerTasksService({ database, notifications, queue, log, waitMs, balanceEnabled, faucetEnabled }),
        },
        BudgetsService,
        FaucetGrantsRepository,
        OnboardingService,
        OnboardingVerificationService,
        OnboardingsRepository,
        OwnersRepository,
        PortfolioRepository,
        PortfolioService,
        SessionsRepository,
        SessionsService,
        WalletRegistrationService,
        WalletsRepository,
        WalletsService,
      ],
      exports: [
        BudgetsService,
        Clock,
        OnboardingService,
        OnboardingVerificationService,
        OwnersRepository,
        PortfolioService,
        SessionsService,
        WalletRegistrationService,
        WalletsService,
        WorkerTasksService,
      ],
    };
  }
}
