import { type DynamicModule, Module } from '@nestjs/common';
import { AgentsModule, type AgentsModuleOptions } from '@app/agents';
import { IntentsController } from './controllers/intents.controller.js';
import { OnboardingController } from './controllers/onboarding.controller.js';
import { PortfolioController } from './controllers/portfolio.controller.js';
import { WalletsController } from './controllers/wallets.controller.js';

export const AGENTS_CONTROLLERS = [OnboardingController, WalletsController, IntentsController, PortfolioController];

/** The agent surface over HTTP. */
@Module({})
export class AgentsHttpModule {
  static forRoot(options: AgentsModuleOptions): DynamicModule {
    return {
      module: AgentsHttpModule,
      imports: [AgentsModule.forRoot(options)],
      controllers: AGENTS_CONTROLLERS,
    };
  }
}
