import type { WaitingReason } from '@app/agents';

/** Whether the lane is read again at once, or released for `delayMs`. */
export type StepResult = { again: true } | { again: false; delayMs: number; waitingFor: WaitingReason };

export const AGAIN: StepResult = { again: true };

export function wait(delayMs: number, waitingFor: WaitingReason): StepResult {
  return { again: false, delayMs: Math.max(0, Math.ceil(delayMs)), waitingFor };
}
