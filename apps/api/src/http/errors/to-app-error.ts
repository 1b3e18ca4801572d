import { HttpException } from '@nestjs/common';
import { AppError, type ErrorCode } from '@app/common';
import { isConnectionFailure } from '@app/persistence';

/** Codes of the errors of Nest and Fastify, by status. */
const CODES_BY_STATUS: ReadonlyMap<number, ErrorCode> = new Map([
  [404, 'not_found'],
  [405, 'method_not_allowed'],
  [408, 'request_timeout'],
  [413, 'payload_too_large'],
  [414, 'headers_too_large'],
  [415, 'unsupported_media_type'],
  [431, 'headers_too_large'],
]);

/**
 * Converts any error to an AppError. The client sees the catalogue's text only.
 * @param failureCode code of an unexpected error other than a lost database
 */
export function toAppError(error: unknown, failureCode: ErrorCode = 'internal_error'): AppError {
  if (error instanceof AppError) return error;
  const status = findHttpStatus(error);
  if (status === null || status >= 500) return unexpected(error, failureCode);
  return new AppError(CODES_BY_STATUS.get(status) ?? 'bad_request', { cause: error });
}

function unexpected(cause: unknown, failureCode: ErrorCode): AppError {
  if (!isConnectionFailure(cause)) return new AppError(failureCode, { cause });
  return new AppError('database_unavailable', { cause, retryAfterS: 1 });
}

function findHttpStatus(error: unknown): number | null {
  if (error instanceof HttpException) return error.getStatus();
  if (!(error instanceof Error) || !('statusCode' in error)) return null;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 ? error.statusCode : null;
}
