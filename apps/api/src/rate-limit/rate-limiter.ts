import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, IntervalLoop } from '@app/common';
import type { ApiSettings } from '@app/config';
import { errorFields, Logger } from '@app/observability';
import { PROBE_ROUTES } from '../health/probe-routes.js';
import { API_SETTINGS } from '../settings.module.js';
import { clientAddressOfRequest } from './client-address.js';
import { addAllowance, addLimitPolicy, type Allowance } from './rate-limit-headers.js';
import { RateLimitRepository, type TakenRequest, WINDOW_S } from './rate-limit.repository.js';

const SWEEP_INTERVAL_MS = 60_000;
/** Name of the limit in header fields. */
const POLICY = 'requests';

/** Limits the requests per minute of a client, over all API processes together. */
@Injectable()
export class RateLimiter implements OnModuleInit, OnApplicationShutdown {
  readonly isOn: boolean;
  private readonly allowances = new WeakMap<FastifyRequest, Allowance>();
  private readonly sweeper = new IntervalLoop({
    intervalMs: SWEEP_INTERVAL_MS,
    work: () => this.repository.sweep(),
    onError: (error) => this.log.warn({ event: 'rate_limit.not_swept', ...errorFields(error) }),
  });

  constructor(
    private readonly repository: RateLimitRepository,
    private readonly log: Logger,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {
    this.isOn = settings.RATE_LIMIT > 0;
  }

  onModuleInit(): void {
    if (this.isOn) this.sweeper.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.sweeper.close();
  }

  /** States the limit and what is left of it. @throws {AppError} rate_limited with `retryAfterS` */
  readonly onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (PROBE_ROUTES.has(request.routeOptions.url ?? '')) return;
    addLimitPolicy(reply, { name: POLICY, quota: this.settings.RATE_LIMIT, windowS: WINDOW_S });
    const taken = await this.take(request);
    if (taken === null) return;
    this.allowances.set(request, taken);
    addAllowance(reply, POLICY, taken);
    if (!taken.isAdmitted) throw new AppError('rate_limited', { retryAfterS: taken.resetS });
  };

  /** What is left after the request; null for a request that was not counted. */
  allowanceAfter(request: FastifyRequest): Allowance | null {
    return this.allowances.get(request) ?? null;
  }

  /** @returns null when the request cannot be counted, and is admitted */
  private async take(request: FastifyRequest): Promise<TakenRequest | null> {
    const address = clientAddressOfRequest(request);
    if (address === null) return null;
    try {
      return await this.repository.take(address, this.settings.RATE_LIMIT);
    } catch (error) {
      this.log.warn({ event: 'rate_limit.not_counted', ...errorFields(error) });
      return null;
    }
  }
}
