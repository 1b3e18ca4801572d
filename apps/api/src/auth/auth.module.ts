import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeys } from '@app/accounts';
import { OwnersRepository } from '@app/agents';
import { Clock, SystemClock } from '@app/common';
import type { ApiSettings } from '@app/config';
import { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { ApiKeyGuard } from './api-key.guard.js';
import { OwnersService } from './owners.service.js';

/** API keys for writes and for reads of accounts. Empty when neither needs one. */
@Module({})
export class AuthModule {
  static forRoot({ AUTH_MODE, AUTH_READS }: Pick<ApiSettings, 'AUTH_MODE' | 'AUTH_READS'>): DynamicModule {
    if (AUTH_MODE === 'off' && AUTH_READS === 'public') return { module: AuthModule };
    return {
      module: AuthModule,
      global: true,
      providers: [
        OwnersRepository,
        OwnersService,
        { provide: Clock, useClass: SystemClock },
        {
          provide: ApiKeys,
          inject: [Database, Logger, Clock],
          useFactory: (database: Database, log: Logger, clock: Clock) => new ApiKeys({ database, log, clock }),
        },
        ApiKeyGuard,
        { provide: APP_GUARD, useExisting: ApiKeyGuard },
      ],
      exports: [ApiKeyGuard],
    };
  }
}
