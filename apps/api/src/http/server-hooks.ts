import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@app/common';
import type { ApiSettings } from '@app/config';
import { LoadShedder } from '../load-shedding/load-shedder.js';
import { RateLimiter } from '../rate-limit/rate-limiter.js';
import { API_SETTINGS } from '../settings.module.js';
import { checkContentType } from './body-parser.js';
import { InFlightRequests } from './in-flight-requests.js';
import { isWrite } from './is-write.js';
import { forgetRequestId, rememberRequestId } from './raw-errors.js';
import { RequestLog } from './request-log.js';
import { RequestOrigin } from './request-origin.js';
import { traceRequests } from './trace-requests.js';
import { UnservedRequests } from './unserved-requests.js';

type Done = (error?: Error) => void;

/** Installs the server's hooks in the order in which they run. All `onRequest` hooks run before a body is read. */
@Injectable()
export class ServerHooks implements OnModuleInit {
  private readonly origin: RequestOrigin;

  constructor(
    private readonly adapterHost: HttpAdapterHost<FastifyAdapter>,
    private readonly loadShedder: LoadShedder,
    private readonly inFlight: InFlightRequests,
    private readonly unserved: UnservedRequests,
    private readonly rateLimiter: RateLimiter,
    private readonly requestLog: RequestLog,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {
    this.origin = new RequestOrigin(settings);
  }

  onModuleInit(): void {
    const server = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onRequest', this.loadShedder.onRequest);
    server.addHook('onRequest', this.begin);
    if (this.settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) traceRequests(server, this.settings);
    if (this.rateLimiter.isOn) server.addHook('onRequest', this.rateLimiter.onRequest);
    server.addHook('onRequest', this.admit);
    server.addHook('onResponse', this.onResponse);
  }

  private readonly begin = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    this.inFlight.begin(reply);
    if (isWrite(request.method)) rememberRequestId(request);
    done();
  };

  /** Runs after the rate limiter, which thus counts unknown paths, refused origins and OPTIONS too. */
  private readonly admit = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    try {
      this.origin.check(request);
      if (this.unserved.answer(request, reply)) return;
      if (isWrite(request.method)) checkContentType(request);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new AppError('internal_error', { cause: error }));
    }
  };

  private readonly onResponse = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    forgetRequestId(request);
    if (!this.loadShedder.hasRefused(reply)) {
      this.inFlight.end(reply);
      this.requestLog.write(request, reply);
    }
    done();
  };
}
