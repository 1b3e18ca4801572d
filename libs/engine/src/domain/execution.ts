/** Statuses of executions whose outcome is not final. */
export const LIVE_STATUSES = ['queued', 'submitting', 'broadcast', 'unknown'] as const;
export const EXECUTION_STATUSES = [...LIVE_STATUSES, 'executed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** SQL list for IN. PostgreSQL uses the partial indexes of live executions for literals, not for parameters. */
export const LIVE_STATUS_LIST = `(${LIVE_STATUSES.map((status) => `'${status}'`).join(', ')})`;

export const WAITING_REASONS = ['lane', 'block', 'provider', 'gas', 'paused'] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** Whether the execution's outcome is final. */
export function isFinished(status: ExecutionStatus): boolean {
  return status === 'executed' || status === 'failed' || status === 'cancelled';
}
