import { type DynamicModule, Module } from '@nestjs/common';
import { AgentsModule, type AgentsModuleOptions } from '@app/agents';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { BudgetsController } from './budgets/budgets.controller.js';
import { ExecutionsController } from './intents/executions.controller.js';
import { IntentsController } from './intents/intents.controller.js';
import { OnboardingController } from './onboarding/onboarding.controller.js';
import { PortfolioController } from './portfolio/portfolio.controller.js';
import { WalletsController } from './wallets/wallets.controller.js';

/** Agent surface. */
@Module({})
export class AgentSurfaceModule {
  static forRoot(options: AgentsModuleOptions): DynamicModule {
    return {
      module: AgentSurfaceModule,
      imports: [AgentsModule.forRoot(options)],
      controllers: [
        OnboardingController,
        WalletsController,
        BudgetsController,
        IntentsController,
        ExecutionsController,
        ApprovalsController,
        PortfolioController,
      ],
    };
  }
}
