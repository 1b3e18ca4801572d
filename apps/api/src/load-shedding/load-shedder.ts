import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import { Logger, Metrics } from '@app/observability';
import { toEnvelope } from '../http/errors/envelope.js';
import { AdmissionPolicy, type ShedReason } from './admission-policy.js';

/**
 * Delay in ms of every refusal. It limits a connection to two refusals a second, so that clients which retry at once do
 * not use up the processor time that shedding frees.
 */
const REFUSAL_DELAY_MS = 500;
/** Time in ms without a refusal after which an overload is logged as ended. */
const COOLDOWN_MS = 5_000;
const ERROR = new AppError('overloaded');
const BODY = JSON.stringify(toEnvelope(ERROR));

/** Refuses requests with 503 and Retry-After while a part that they need is overloaded. */
@Injectable()
export class LoadShedder implements OnApplicationShutdown {
  private readonly refused = new WeakSet<FastifyReply>();
  private refusedCount = 0;
  private cooldown: NodeJS.Timeout | undefined;

  constructor(
    private readonly policy: AdmissionPolicy,
    private readonly log: Logger,
    private readonly metrics: Metrics,
  ) {}

  readonly onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const reason = this.policy.reasonToShed(request.method, request.routeOptions.url);
    if (reason === null) return done();
    this.refused.add(reply);
    this.metrics.count('presage_http_requests_shed_total', { reason });
    this.logOverload(reason);
    setTimeout(() => refuse(reply, this.policy.retryAfterS(reason)), REFUSAL_DELAY_MS);
  };

  /** Admits an execution of the account. @throws {AppError} overloaded, while what the account has waiting takes too long */
  admitExecution(accountId: string | null): void {
    const reason = this.policy.reasonToShedExecute(accountId);
    if (reason === null) return;
    this.metrics.count('presage_http_requests_shed_total', { reason });
    throw new AppError('overloaded', { retryAfterS: this.policy.retryAfterS(reason, accountId) });
  }

  hasRefused(reply: FastifyReply): boolean {
    return this.refused.has(reply);
  }

  onApplicationShutdown(): void {
    clearTimeout(this.cooldown);
  }

  /** Logs when an overload begins and ends. A line for each refusal would add to the load. */
  private logOverload(reason: ShedReason): void {
    this.refusedCount += 1;
    if (this.cooldown !== undefined) {
      this.cooldown.refresh();
      return;
    }
    this.log.warn({ event: 'overload.began', reason });
    this.cooldown = setTimeout(() => {
      this.log.info({ event: 'overload.ended', shed: this.refusedCount });
      this.cooldown = undefined;
      this.refusedCount = 0;
    }, COOLDOWN_MS).unref();
  }
}

/** Sends a body made in advance: a refusal must cost less than the work it avoids. */
function refuse(reply: FastifyReply, retryAfterS: number): void {
  void reply
    .code(ERROR.status)
    .header('retry-after', String(retryAfterS))
    .type('application/json; charset=utf-8')
    .send(BODY);
}
