import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { AppError } from '@app/common';
import { Logger, Metrics } from '@app/observability';

/** Injection token: maximum time in ms from a request's arrival to its answer. */
export const HANDLER_TIMEOUT_MS = Symbol('HANDLER_TIMEOUT_MS');
const SWEEP_INTERVAL_MS = 1_000;

/**
 * Tracks unanswered requests. A request that exceeds the handler timeout is answered with 503, and shutdown waits for
 * the others. Fastify's own `handlerTimeout` (5.12) is cancelled when a request body ends, because Node emits `close` on the
 * request then. One sweep over all requests costs less than a timer for each.
 */
@Injectable()
export class InFlightRequests implements OnApplicationShutdown {
  private readonly startedAtMs = new Map<FastifyReply, number>();
  private readonly sweeper: NodeJS.Timeout;
  private closesConnections = false;
  private onEmpty: (() => void) | undefined;

  constructor(
    @Inject(HANDLER_TIMEOUT_MS) private readonly handlerTimeoutMs: number,
    private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.sweeper = setInterval(() => this.sweep(), SWEEP_INTERVAL_MS).unref();
    metrics.onScrape(() => metrics.set('presage_http_requests_in_flight', {}, this.startedAtMs.size));
  }

  begin(reply: FastifyReply): void {
    if (this.closesConnections) reply.raw.shouldKeepAlive = false;
    this.startedAtMs.set(reply, performance.now());
  }

  end(reply: FastifyReply): void {
    this.startedAtMs.delete(reply);
    if (this.startedAtMs.size === 0) this.onEmpty?.();
  }

  /** Closes the connection of every request after its answer, present and future ones. */
  closeConnections(): void {
    this.closesConnections = true;
    for (const reply of this.startedAtMs.keys()) reply.raw.shouldKeepAlive = false;
  }

  /** Resolves when every request is answered, or after `timeoutMs`. */
  async drain(timeoutMs: number): Promise<void> {
    this.closeConnections();
    if (this.startedAtMs.size === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweeper);
  }

  private sweep(): void {
    const nowMs = performance.now();
    for (const [reply, startedAtMs] of this.startedAtMs) {
      if (reply.request.raw.socket.destroyed) this.onClientDisconnect(reply, nowMs - startedAtMs);
      else if (nowMs - startedAtMs >= this.handlerTimeoutMs && !reply.sent) {
        void reply.send(new AppError('overloaded', { retryAfterS: 1 }));
      }
    }
  }

  /** Fastify's `onRequestAbort` and `onResponse` miss a client that disconnects after its body was read. */
  private onClientDisconnect(reply: FastifyReply, durationMs: number): void {
    this.end(reply);
    this.log.info({
      event: 'http.client_disconnected',
      method: reply.request.method,
      route: reply.request.routeOptions.url ?? null,
      durationMs: Math.round(durationMs),
      requestId: reply.request.id,
    });
  }
}
