import type { ProviderTransaction } from '../ports/custody.js';
import type { StepInExecution } from '../transition.js';
import { type Decision, type DecisionSettings, type KnownFacts, needFact, wait } from './decision.js';
import { stopLane } from './stop-lane.js';

const OPERATOR_RETRY_DELAY_MS = 5_000;

/**
 * Raises the fee of a transaction that is sent but not mined. It blocks all later ones of its wallet. Each attempt uses a
 * key stored before. After the last attempt an operator must act. Null while the transaction is too young.
 */
export function decideStuck(
  subject: StepInExecution,
  { nowMs, sendPermit, seal, breakerOpen }: KnownFacts,
  { transaction, settings }: { transaction: ProviderTransaction; settings: DecisionSettings },
): Decision | null {
  const { step } = subject;
  if (step.accelerationKey === null) {
    const sinceMs = Math.max(step.acceleratedAtMs ?? 0, step.lastSentAtMs ?? nowMs);
    if (nowMs - sinceMs < settings.stuckAfterMs) return null;
    if (step.accelerations >= settings.maxAccelerations) {
      return { ...wait(OPERATOR_RETRY_DELAY_MS, 'gas'), kind: 'report_stuck' };
    }
  } else if (breakerOpen) return wait(OPERATOR_RETRY_DELAY_MS, 'provider');
  // A custody that signs in the worker makes the replacement from the stored body.
  if (seal === undefined) return needFact({ what: 'seal' });
  // The transaction that was sent may still be mined, so the step stays as it is.
  if (seal !== null)
    return { ...stopLane(subject, seal), ...wait(OPERATOR_RETRY_DELAY_MS, 'gas'), kind: 'stop_lane', transition: null };
  if (step.accelerationKey === null) return { kind: 'arm_acceleration' };
  if (sendPermit === undefined) return needFact({ what: 'sendPermit' });
  if (sendPermit > 0) return wait(sendPermit, 'provider');
  return { kind: 'accelerate', request: { transactionId: transaction.id, idempotencyKey: step.accelerationKey } };
}
