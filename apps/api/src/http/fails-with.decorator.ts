import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { ErrorCode } from '@app/common';
import { ApiErrors } from '../docs/api-errors.decorator.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Code of an unexpected failure of the route; `internal_error` when absent. */
    failureCode?: ErrorCode;
  }
}

/** Sets the code with which an unexpected failure of the handler is reported, such as a failed statement. */
export function FailsWith(failureCode: ErrorCode): MethodDecorator {
  return applyDecorators(RouteConfig({ failureCode }), ApiErrors(failureCode));
}
