import type { SealViolation } from '../step-seal.js';
import type { StepInExecution } from '../transition.js';
import { type Move, wait } from './decision.js';
import { SEAL_VIOLATED } from './send-memo.js';

const RECHECK_DELAY_MS = 60_000;

/** Keeps the step unsent and its lane stopped until an operator acts. Only the first violation is written. */
export function stopLane(
  { execution, step }: StepInExecution,
  violation: SealViolation,
): Extract<Move, { kind: 'stop_lane' }> {
  const transition = {
    event: 'step.seal_violated',
    step: { ...(step.status === 'unknown' ? {} : { to: 'unknown' as const }), providerState: SEAL_VIOLATED },
    execution: { ...(execution.status === 'unknown' ? {} : { to: 'unknown' as const }), waitingFor: 'paused' as const },
  };
  const isRecorded = step.providerState === SEAL_VIOLATED;
  return {
    ...wait(RECHECK_DELAY_MS, 'paused'),
    kind: 'stop_lane',
    violation,
    transition: isRecorded ? null : transition,
  };
}
