import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeys } from '@app/api-keys';
import { SystemClock } from '@app/common';
import type { ApiSettings } from '@app/config';
import { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { ApiKeyGuard } from './api-key.guard.js';

/** API keys for writes. Empty with AUTH_MODE=off. */
@Module({})
export class AuthModule {
  static forRoot({ AUTH_MODE }: Pick<ApiSettings, 'AUTH_MODE'>): DynamicModule {
    if (AUTH_MODE === 'off') return { module: AuthModule };
    return {
      module: AuthModule,
      providers: [
        {
          provide: ApiKeys,
          inject: [Database, Logger],
          useFactory: (database: Database, log: Logger) => new ApiKeys({ database, log, clock: new SystemClock() }),
        },
        { provide: APP_GUARD, useClass: ApiKeyGuard },
      ],
    };
  }
}
