import type { ExecutionStatus } from './execution.js';

/** Statuses of a step. A step is one transaction: the action itself, or the approval that is armed before a buy. */
export const STEP_STATUSES = ['planned', 'armed', 'sent', 'mined', 'done', 'unknown', 'failed'] as const;
export type StepStatus = (typeof STEP_STATUSES)[number];
export type StepKind = 'approve' | 'main';

/**
 * Legal moves of an execution. Any other move is a bug and throws before it reaches a row. Only a reorganisation that takes
 * the effect back leads out of `executed`.
 */
export const EXECUTION_MOVES: Readonly<Record<ExecutionStatus, readonly ExecutionStatus[]>> = {
  queued: ['submitting', 'broadcast', 'failed', 'cancelled'],
  submitting: ['queued', 'broadcast', 'unknown', 'failed'],
  broadcast: ['executed', 'failed', 'unknown'],
  unknown: ['submitting', 'broadcast', 'failed'],
  executed: ['broadcast'],
  failed: [],
  cancelled: [],
};

export const STEP_MOVES: Readonly<Record<StepStatus, readonly StepStatus[]>> = {
  planned: ['armed', 'mined', 'done', 'failed'],
  armed: ['planned', 'sent', 'unknown', 'mined', 'done', 'failed'],
  sent: ['planned', 'mined', 'done', 'unknown', 'failed'],
  unknown: ['sent', 'mined', 'done', 'failed'],
  mined: ['done', 'sent', 'failed'],
  done: ['mined'],
  failed: [],
};

export class IllegalMoveError extends Error {
  constructor(kind: 'execution' | 'step', from: string, to: string) {
    super(`an ${kind} does not move from ${from} to ${to}`);
    this.name = 'IllegalMoveError';
  }
}

export function assertExecutionMove(from: ExecutionStatus, to: ExecutionStatus): void {
  if (!EXECUTION_MOVES[from].includes(to)) throw new IllegalMoveError('execution', from, to);
}

export function assertStepMove(from: StepStatus, to: StepStatus): void {
  if (!STEP_MOVES[from].includes(to)) throw new IllegalMoveError('step', from, to);
}
