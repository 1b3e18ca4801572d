import { isNativeError } from 'node:util/types';
import { driverCode } from '@app/observability';

/** Codes of sockets and of name resolution. */
const SOCKET_CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
/** SQLSTATEs of a server that stops, starts, or has no connection left. */
const SERVER_STATES = /^(08\w{3}|57P0[1-3]|53300)$/;

/** Whether a statement failed because there was no connection to the database, or because it was lost. */
export function isConnectionFailure(error: unknown): boolean {
  if (!isNativeError(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return driverCode(error.message) !== null;
  return SOCKET_CODES.has(code) || SERVER_STATES.test(code);
}
