import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { errorFields, Logger } from '@app/observability';
import { API_SETTINGS } from '../settings/settings.module.js';
import { clientAddressOf } from './client-address.js';
import { RateLimitsRepository } from './rate-limits.repository.js';
import { UNLIMITED_ROUTES } from './unlimited-routes.js';

const SWEEP_INTERVAL_MS = 60_000;

/** Limits how many requests a client makes in a minute, whichever of the API processes they reach. */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private sweeper: NodeJS.Timeout | undefined;

  constructor(
    private readonly repository: RateLimitsRepository,
    private readonly log: Logger,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  /** Judges every request to a route before anything is read of its body. */
  install(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, _reply: FastifyReply, done: (error?: Error) => void) => {
      this.judge(request).then(() => done(), done);
    });
    this.sweeper = setInterval(() => void this.sweep(), SWEEP_INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweeper);
  }

  /** @throws {AppError} rate_limited with Retry-After */
  private async judge(request: FastifyRequest): Promise<void> {
    if (UNLIMITED_ROUTES.has(request.routeOptions.url)) return;
    const waitS = await this.take(request);
    if (waitS > 0) throw new AppError('rate_limited', { headers: { 'retry-after': String(waitS) } });
  }

  /** What cannot be counted is let through: a limit that fails must not be what refuses to serve. */
  private async take({ ip, socket }: FastifyRequest): Promise<number> {
    const address = clientAddressOf(ip) ?? clientAddressOf(socket.remoteAddress);
    if (address === null) return 0;
    try {
      return await this.repository.take(address, this.settings.RATE_LIMIT);
    } catch (error) {
      this.log.warn({ event: 'rate_limit.not_counted', ...errorFields(error) });
      return 0;
    }
  }

  private async sweep(): Promise<void> {
    try {
      await this.repository.sweep();
    } catch (error) {
      this.log.warn({ event: 'rate_limit.not_swept', ...errorFields(error) });
    }
  }
}
