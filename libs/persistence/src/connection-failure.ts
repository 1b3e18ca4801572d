import { sqlState } from './database.js';

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
/** Messages of pg and its pool, whose errors have no code. */
const DRIVER_MESSAGES = /timeout exceeded when trying to connect|timeout expired|connection terminated|not queryable/i;

/** Whether a statement failed because there was no connection to the database, or because it was lost. */
export function isConnectionFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = sqlState(error);
  if (state !== null) return SERVER_STATES.test(state);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return code === null ? DRIVER_MESSAGES.test(error.message) : SOCKET_CODES.has(code);
}
