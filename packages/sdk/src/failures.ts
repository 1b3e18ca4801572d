import { FINAL_FAILURES } from './generated/error-advice.js';
import type { Execution } from './generated/types.js';

/** Whether no later attempt of the same intent can avoid a `failure_reason`, such as `already_claimed`. */
export function isFinalFailure(reason: unknown): reason is string {
  return typeof reason === 'string' && FINAL_FAILURES.includes(reason);
}

/** Whether another attempt of a failed execution is safe, and not in vain. */
export function canRetry(execution: Pick<Execution, 'retry_safe' | 'failure_reason'> | null): boolean {
  return execution?.retry_safe === true && !isFinalFailure(execution.failure_reason);
}
