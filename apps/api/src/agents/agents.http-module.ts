import { type DynamicModule, Module } from '@nestjs/common';
import { AgentsModule, type AgentsModuleOptions } from '@app/agents';
import { IntentsController } from './controllers/intents.controller.js';
import { OnboardingController } from './controllers/onboarding.controller.js';
import { PortfolioController } from '../portfolio/portfolio.controller.js';
import { WalletsController } from '../wallets/wallets.controller.js';

/** Controllers that are not described by @nestjs/swagger yet. */
export const LEGACY_AGENTS_CONTROLLERS = [OnboardingController, IntentsController];

/** The agent surface over HTTP. */
@Module({})
export class AgentsHttpModule {
  static forRoot(options: AgentsModuleOptions): DynamicModule {
    return {
      module: AgentsHttpModule,
      imports: [AgentsModule.forRoot(options)],
      controllers: [...LEGACY_AGENTS_CONTROLLERS, WalletsController, PortfolioController],
    };
  }
}
