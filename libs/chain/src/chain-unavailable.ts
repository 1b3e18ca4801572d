import { JsonRpcError, JsonRpcUnavailableError, TimeoutError } from '@app/common';
import { ChainUnavailableError } from './chain.js';

/** Returns the error with the cause's reason as its `code`, which the log shows. */
export function chainUnavailable(operation: string, cause: unknown): ChainUnavailableError {
  return Object.assign(new ChainUnavailableError(operation), { code: toReason(cause) });
}

/** Log-safe reason of a failed call, such as `timeout`, `http 502`, `rpc -32603` or one given as a text. Never the node's text. */
export function toReason(cause: unknown): string {
  if (typeof cause === 'string') return cause;
  if (cause instanceof JsonRpcUnavailableError) return cause.reason;
  if (cause instanceof JsonRpcError) return `rpc ${cause.code}`;
  if (cause instanceof TimeoutError) return 'timeout';
  if (cause instanceof ChainUnavailableError && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return 'unreadable';
}
