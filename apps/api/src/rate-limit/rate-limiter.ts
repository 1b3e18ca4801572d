import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, IntervalLoop } from '@app/common';
import type { ApiSettings } from '@app/config';
import { errorFields, Logger } from '@app/observability';
import { PROBE_ROUTES } from '../health/probe-routes.js';
import { API_SETTINGS } from '../settings.module.js';
import { clientAddressOfRequest } from './client-address.js';
import { RateLimitRepository } from './rate-limit.repository.js';

const SWEEP_INTERVAL_MS = 60_000;

/** Limits the requests per minute of a client, over all API processes together. */
@Injectable()
export class RateLimiter implements OnModuleInit, OnApplicationShutdown {
  readonly isOn: boolean;
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

  /** @throws {AppError} rate_limited with `retryAfterS` */
  readonly onRequest = async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (PROBE_ROUTES.has(request.routeOptions.url ?? '')) return;
    const waitS = await this.take(request);
    if (waitS > 0) throw new AppError('rate_limited', { retryAfterS: waitS });
  };

  /** @returns seconds to wait; 0 when the request is admitted, also when it cannot be counted */
  private async take(request: FastifyRequest): Promise<number> {
    const address = clientAddressOfRequest(request);
    if (address === null) return 0;
    try {
      return await this.repository.take(address, this.settings.RATE_LIMIT);
    } catch (error) {
      this.log.warn({ event: 'rate_limit.not_counted', ...errorFields(error) });
      return 0;
    }
  }
}
