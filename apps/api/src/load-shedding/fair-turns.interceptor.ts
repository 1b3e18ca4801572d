import { type CallHandler, type ExecutionContext, Inject, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { Metrics } from '@app/observability';
import { callerOf } from '../auth/caller.decorator.js';
import { clientAddressOfRequest } from '../rate-limit/client-address.js';
import { API_SETTINGS } from '../settings.module.js';
import { FairGate } from './fair-gate.js';

/** Previews that one process makes at a time. Each reads the chain, in some 10 to 400 ms. */
const MAX_PREVIEWS = 64;
/** Requests that wait for a turn: more would wait for longer than clients do. */
const MAX_WAITING = 256;

/** Serves requests in turns, one of each account, or of each client address without a key. */
abstract class FairTurns implements NestInterceptor {
  protected abstract readonly reason: 'previews' | 'searches';
  private readonly gate: FairGate;

  constructor(
    concurrency: number,
    private readonly metrics: Metrics,
  ) {
    this.gate = new FairGate({ concurrency, maxWaiting: MAX_WAITING });
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!this.needsTurn(request)) return next.handle();
    const key = callerOf(context).accountId ?? clientAddressOfRequest(request) ?? '';
    return defer(() => this.serve(key, () => lastValueFrom(next.handle())));
  }

  protected abstract needsTurn(request: FastifyRequest): boolean;

  private async serve(key: string, handle: () => Promise<unknown>): Promise<unknown> {
    let isServed = false;
    try {
      return await this.gate.run(key, () => {
        isServed = true;
        return handle();
      });
    } catch (error) {
      if (!isServed && error instanceof AppError) {
        this.metrics.count('presage_http_requests_shed_total', { reason: this.reason });
      }
      throw error;
    }
  }
}

/** Turns of previews. */
@Injectable()
export class PreviewTurns extends FairTurns {
  protected readonly reason = 'previews';

  constructor(metrics: Metrics) {
    super(MAX_PREVIEWS, metrics);
  }

  protected needsTurn(): boolean {
    return true;
  }
}

/** Turns of searches in titles, which leave half of the database connections to other requests. */
@Injectable()
export class SearchTurns extends FairTurns {
  protected readonly reason = 'searches';

  constructor(metrics: Metrics, @Inject(API_SETTINGS) settings: Pick<ApiSettings, 'DATABASE_POOL_MAX'>) {
    super(Math.ceil(settings.DATABASE_POOL_MAX / 2), metrics);
  }

  protected needsTurn({ query }: FastifyRequest): boolean {
    return typeof query === 'object' && query !== null && 'q' in query && query.q !== '';
  }
}
