import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '@app/common';
import { errorFields, Logger } from '@app/observability';
import { addAllowance } from '../../rate-limit/rate-limit-headers.js';
import { rememberCode } from './answered-codes.js';
import { toEnvelope } from './envelope.js';
import { toAppError } from './to-app-error.js';

/** Answers every error of a handler, a parser or the framework with the error envelope. */
@Catch()
export class EnvelopeFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    const error = toAppError(thrown, request.routeOptions.config.failureCode);
    rememberCode(request, error.code);
    const isUnexpected = error !== thrown && error.status >= 500;
    if (isUnexpected || error.status === 500) this.report(error, request);
    if (reply.sent || reply.raw.headersSent) return;
    // Keeps the connection open to read and drop the refused body. Closing it would reset the connection while the
    // client writes, and lose the response.
    if (error.code === 'payload_too_large') reply.removeHeader('connection');
    const { retryAfterS, limit } = error;
    if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
    if (limit !== undefined) addAllowance(reply, limit, { remaining: 0, resetS: retryAfterS ?? 1 });
    void reply.code(error.status).headers(error.headers).send(toEnvelope(error));
  }

  private report(error: AppError, request: FastifyRequest): void {
    this.log.error({
      event: 'http.failed',
      code: error.code,
      requestId: request.id,
      ...errorFields(error.cause ?? error),
    });
  }
}
