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
import { forgetRequestId, rememberRequestId } from './raw-errors.js';
import { RequestLog } from './request-log.js';
import { traceRequests } from './trace-requests.js';
import { UnservedRequests } from './unserved-requests.js';

type Done = (error?: Error) => void;

/** Installs the server's hooks in the order in which they run. All `onRequest` hooks run before a body is read. */
@Injectable()
export class ServerHooks implements OnModuleInit {
  constructor(
    private readonly adapterHost: HttpAdapterHost<FastifyAdapter>,
    private readonly loadShedder: LoadShedder,
    private readonly inFlight: InFlightRequests,
    private readonly unserved: UnservedRequests,
    private readonly rateLimiter: RateLimiter,
    private readonly requestLog: RequestLog,
    @Inject(API_SETTINGS) private readonly settings: ApiSettings,
  ) {}

  onModuleInit(): void {
    const server = this.adapterHost.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onRequest', this.loadShedder.onRequest);
    server.addHook('onRequest', this.onRequest);
    if (this.settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) traceRequests(server);
    if (this.rateLimiter.isOn) server.addHook('onRequest', this.rateLimiter.onRequest);
    server.addHook('onResponse', this.onResponse);
  }

  private readonly onRequest = (request: FastifyRequest, reply: FastifyReply, done: Done): void => {
    this.inFlight.begin(reply);
    try {
      if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) throw new AppError('bad_request');
      if (this.unserved.answer(request, reply)) return;
      if (request.method === 'POST') {
        rememberRequestId(request);
        checkContentType(request);
      }
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
