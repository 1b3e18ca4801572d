import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import type { Logger, Metrics } from '@app/observability';
import { judgeContentType } from './body-parser.js';
import type { Cors } from './cors.js';
import type { InFlight } from './in-flight.js';
import type { RequestIds } from './raw-errors.js';
import { REQUEST_ID_HEADER } from './request-id.js';
import type { RouteTable } from './route-table.js';
import { pathOf } from './url.js';

const QUIET_ROUTES: ReadonlySet<string | undefined> = new Set(['/health', '/readyz']);

export interface RequestHooksOptions {
  cors: Cors;
  inFlight: InFlight;
  log: Logger;
  metrics: Metrics;
  requestIds: RequestIds;
  routes: RouteTable;
}

type Done = (error?: Error) => void;

/** What happens to every request before its route is served, and after it was answered. */
export class RequestHooks {
  constructor(private readonly options: RequestHooksOptions) {}

  /** Runs before anything is read of a body. */
  readonly onRequest = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    const { cors, inFlight, requestIds } = this.options;
    inFlight.begin(reply);
    reply.header(REQUEST_ID_HEADER, request.id);
    if (cors.handle(request, reply)) return;
    try {
      if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) throw new AppError('bad_request');
      if (request.is404) {
        this.answerUnserved(request, reply);
        return;
      }
      if (request.method === 'POST') {
        requestIds.set(request.raw.socket, request.id);
        judgeContentType(request);
      }
      done();
    } catch (error) {
      done(error instanceof Error ? error : new AppError('internal_error', { cause: error }));
    }
  };

  readonly onResponse = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    this.options.inFlight.end(reply);
    // What breaks on this connection from now on belongs to another request.
    this.options.requestIds.delete(request.raw.socket);
    const route = request.is404 ? undefined : request.routeOptions.url;
    const line = {
      event: 'http.request',
      method: request.method,
      route: route ?? null,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime * 10) / 10,
      requestId: request.id,
    };
    this.measure(request.method, route ?? 'none', reply);
    if (QUIET_ROUTES.has(route)) this.options.log.debug(line);
    else this.options.log.info(line);
    done();
  };

  /** A client that waits no longer is no failure of ours, and yet the first sign of one. */
  readonly onClientDisconnect = ({ request }: FastifyReply, durationMs: number): void => {
    this.options.log.info({
      event: 'http.client_gone',
      method: request.method,
      route: request.routeOptions.url ?? null,
      durationMs: Math.round(durationMs),
      requestId: request.id,
    });
  };

  private measure(method: string, route: string, { statusCode, elapsedTime }: FastifyReply): void {
    const { metrics } = this.options;
    metrics.count('presage_http_requests_total', { method, route, status: String(statusCode) });
    metrics.observe('presage_http_request_seconds', { route }, elapsedTime / 1000);
  }

  /** OPTIONS tells what a path serves; other methods that it does not serve are refused, unknown paths as well. */
  private answerUnserved(request: FastifyRequest, reply: FastifyReply): void {
    const methods = this.options.routes.methodsOf(pathOf(request.raw.url ?? '/'));
    if (methods.length === 0) throw new AppError('not_found');
    const allow = methods.join(', ');
    if (request.method !== 'OPTIONS') throw new AppError('method_not_allowed', { headers: { allow } });
    void reply.code(204).header('allow', allow).send();
  }
}
