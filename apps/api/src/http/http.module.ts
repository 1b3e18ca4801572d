import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { LoadSheddingModule } from '../load-shedding/load-shedding.module.js';
import { RateLimitModule } from '../rate-limit/rate-limit.module.js';
import { EnvelopeFilter } from './errors/envelope.filter.js';
import { HANDLER_TIMEOUT_MS, InFlightRequests } from './in-flight-requests.js';
import { RequestLog } from './request-log.js';
import { ServerHooks } from './server-hooks.js';
import { UnservedRequests } from './unserved-requests.js';

/** Server hooks and the error envelope of every endpoint. */
@Module({})
export class HttpModule {
  static forRoot({ handlerTimeoutMs }: { handlerTimeoutMs: number }): DynamicModule {
    return {
      module: HttpModule,
      global: true,
      imports: [LoadSheddingModule, RateLimitModule],
      providers: [
        { provide: APP_FILTER, useClass: EnvelopeFilter },
        { provide: HANDLER_TIMEOUT_MS, useValue: handlerTimeoutMs },
        InFlightRequests,
        RequestLog,
        ServerHooks,
        UnservedRequests,
      ],
      exports: [InFlightRequests, LoadSheddingModule, RateLimitModule],
    };
  }
}
