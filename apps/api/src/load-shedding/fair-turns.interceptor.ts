import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
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

/** Serves requests, or parts of them, in turns, one of each account, or of each client network without a key. */
class FairTurns {
  private readonly gate: FairGate;

  constructor(reason: 'previews' | 'searches', concurrency: number, metrics: Metrics) {
    const onRefusal = (): void => metrics.count('presage_http_requests_shed_total', { reason });
    this.gate = new FairGate({ concurrency, maxWaiting: MAX_WAITING, onRefusal });
  }

  /** @param key from `TurnKey` @throws {AppError} overloaded */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.gate.run(key, work);
  }
}

/** Account or network whose turn a request takes. */
export function turnKeyOf(context: ExecutionContext): string {
  return callerOf(context).accountId ?? clientNetworkOfRequest(context.switchToHttp().getRequest<FastifyRequest>());
}

/** Injects `turnKeyOf` the request. */
export const TurnKey = createParamDecorator((_data: unknown, context: ExecutionContext) => turnKeyOf(context));

/** Turns of previews. They end before a wait for an execution begins. */
@Injectable()
export class PreviewTurns extends FairTurns {
  constructor(metrics: Metrics) {
    super('previews', MAX_PREVIEWS, metrics);
  }
}

/** Filters for which no index has the markets in their order. */
const SEARCHED = /^(q|tag|creator|resolver|closes_before|closes_after|min_pool|has_conflict)$/;

/** Turns of searches for markets, which need no key. They leave half of the database connections to other requests. */
@Injectable()
export class SearchTurns extends FairTurns implements NestInterceptor {
  constructor(metrics: Metrics, @Inject(API_SETTINGS) settings: Pick<ApiSettings, 'DATABASE_POOL_MAX'>) {
    super('searches', Math.ceil(settings.DATABASE_POOL_MAX / 2), metrics);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const given = typeof query === 'object' && query !== null ? Object.entries(query) : [];
    const isSearch = given.some(([name, value]) => SEARCHED.test(name) && value !== '');
    if (!isSearch && routeOptions.url?.endsWith('/similar') !== true) return next.handle();
    return defer(() => this.run(turnKeyOf(context), () => lastValueFrom(next.handle())));
  }
}
