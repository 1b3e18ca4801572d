import { type DynamicModule, Module } from '@nestjs/common';
import { OwnersRepository } from '@app/agents';
import { Clock, SystemClock } from '@app/common';
import { laneDepth, type WorkerSettings } from '@app/config';
import { acceptanceProviders, AutoClaimsService, DueClaimsRepository } from '@app/intents';
import { AutoClaimer, CLAIM_CONFIRMATIONS } from './auto-claimer.js';

/** Claims payouts and refunds of wallets with `auto_claim`. */
@Module({})
export class ClaimsModule {
  static forRoot(settings: WorkerSettings): DynamicModule {
    // Leaves room for the agent's own: a wallet never has more claims queued than the next turn sends, and one.
    const WALLET_QUEUE_MAX = laneDepth(settings) + 1;
    return {
      module: ClaimsModule,
      providers: [
        ...acceptanceProviders({ ...settings, WALLET_QUEUE_MAX }),
        OwnersRepository,
        { provide: CLAIM_CONFIRMATIONS, useValue: settings.CONFIRMATIONS },
        { provide: Clock, useClass: SystemClock },
        AutoClaimsService,
        AutoClaimer,
        DueClaimsRepository,
      ],
    };
  }
}
