import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { catchError, type Observable } from 'rxjs';
import { AppError, type ErrorCode } from '@app/common';
import { ApiErrors } from '../docs/api-errors.decorator.js';

/** Answers an unexpected failure of the handler, such as a failed statement, with an error code of its own. */
export function FailsWith(code: ErrorCode): MethodDecorator {
  return applyDecorators(UseInterceptors(new FailureInterceptor(code)), ApiErrors(code));
}

class FailureInterceptor implements NestInterceptor {
  constructor(private readonly code: ErrorCode) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((cause: unknown) => {
        throw cause instanceof AppError ? cause : new AppError(this.code, { cause });
      }),
    );
  }
}
