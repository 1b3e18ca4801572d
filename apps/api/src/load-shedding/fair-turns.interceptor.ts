import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import type { ApiSettings } from '@app/config';
import { Metrics } from '@app/observability';
import { callerOf } from '../auth/caller.decorator.js';
import { clientNetworkOfRequest } from '../rate-limit/client-address.js';
import { API_SETTINGS } from '../settings.module.js';
import { FairGate } from './fair-gate.js';

/** Previews that one process makes at a time. Each reads the chain, in some 10 to 400 ms. */
const MAX_PREVIEWS = 64;
/** Requests that wait for a turn: more would wait for longer than clients do. */
const MAX_WAITING = 256;

/** Serves requests in turns, one of each account, or of each client network without a key. */
class FairTurns implements NestInterceptor {
  private readonly gate: FairGate;

  constructor(reason: 'previews' | 'searches', concurrency: number, metrics: Metrics) {
    const onRefusal = (): void => metrics.count('presage_http_requests_shed_total', { reason });
    this.gate = new FairGate({ concurrency, maxWaiting: MAX_WAITING, onRefusal });
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = callerOf(context).accountId ?? clientNetworkOfRequest(request);
    return defer(() => this.gate.run(key, () => lastValueFrom(next.handle())));
  }
}

/** Turns of previews. */
@Injectable()
export class PreviewTurns extends FairTurns {
  constructor(metrics: Metrics) {
    super('previews', MAX_PREVIEWS, metrics);
  }
}

/** Turns of searches in titles, which need no key. They leave half of the database connections to other requests. */
@Injectable()
export class SearchTurns extends FairTurns {
  constructor(metrics: Metrics, @Inject(API_SETTINGS) settings: Pick<ApiSettings, 'DATABASE_POOL_MAX'>) {
    super('searches', Math.ceil(settings.DATABASE_POOL_MAX / 2), metrics);
  }

  override intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<FastifyRequest>();
    const isSearch = typeof query === 'object' && query !== null && 'q' in query && query.q !== '';
    return isSearch ? super.intercept(context, next) : next.handle();
  }
}
