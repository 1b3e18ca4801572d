import type { Wait } from '../domain/decide/decision.js';

/** Whether the lane is read again at once, or released for `delayMs`. */
export type StepResult = { again: true } | ({ again: false } & Wait);

export const AGAIN: StepResult = { again: true };

export function rest({ delayMs, waitingFor }: Wait): StepResult {
  return { again: false, delayMs, waitingFor };
}
