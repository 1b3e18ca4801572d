import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ApiKeys, OwnersRepository } from '@app/agents';
import { Clock, SystemClock } from '@app/common';
import { type ApiSettings, isLoopbackHost } from '@app/config';
import { Logger, Metrics } from '@app/observability';
import { Database } from '@app/persistence';
import { ApiKeyGuard } from './api-key.guard.js';
import { OwnersService } from './owners.service.js';

type AccessSettings = Pick<ApiSettings, 'API_HOST' | 'ALLOWED_HOSTS' | 'AUTH_MODE' | 'AUTH_READS' | 'TRUSTED_PROXIES'>;

/** API keys for writes, for reads of accounts and for operator reads. Empty when none of them needs one. */
@Module({})
export class AuthModule {
  static forRoot(settings: AccessSettings): DynamicModule {
    if (isOpen(settings)) return { module: AuthModule };
    return {
      module: AuthModule,
      global: true,
      providers: [
        OwnersRepository,
        OwnersService,
        { provide: Clock, useClass: SystemClock },
        {
          provide: ApiKeys,
          inject: [Database, Logger, Clock, Metrics],
          useFactory: (database: Database, log: Logger, clock: Clock, metrics: Metrics) => {
            const keys = new ApiKeys({ database, log, clock });
            keys.reportExpiring(metrics);
            return keys;
          },
        },
        ApiKeyGuard,
        { provide: APP_GUARD, useExisting: ApiKeyGuard },
      ],
      exports: [ApiKeyGuard],
    };
  }
}

/** Whether no request needs a key: keys are off, and only this machine reaches the API. */
function isOpen({ API_HOST, ALLOWED_HOSTS, AUTH_MODE, AUTH_READS, TRUSTED_PROXIES }: AccessSettings): boolean {
  const isLocal = isLoopbackHost(API_HOST) && ALLOWED_HOSTS.length === 0 && TRUSTED_PROXIES.length === 0;
  return AUTH_MODE === 'off' && AUTH_READS === 'public' && isLocal;
}
