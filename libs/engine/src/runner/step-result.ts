import type { WaitingReason } from '@app/agents';

/** What the lane's holder does next: look at the lane again, or give it back for that long. */
export type StepResult = { again: true } | { again: false; delayMs: number; waitingFor: WaitingReason };

export const AGAIN: StepResult = { again: true };

export function wait(delayMs: number, waitingFor: WaitingReason): StepResult {
  return { again: false, delayMs: Math.max(0, Math.ceil(delayMs)), waitingFor };
}
