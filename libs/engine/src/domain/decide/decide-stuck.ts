import type { ProviderTransaction } from '../ports/wallet-provider.js';
import type { Subject } from '../transition.js';
import { ask, type Decision, type DecisionSettings, type Observation, wait } from './decision.js';

const MAX_ACCELERATIONS = 3;
const OPERATOR_RETRY_DELAY_MS = 5_000;

/**
 * Raises the fee of a transaction that is sent but not mined. It blocks all later ones of its wallet. Each attempt uses a
 * key stored before. After three attempts an operator must act. Null while the transaction is too young.
 */
export function decideStuck(
  { step }: Subject,
  { nowMs, token }: Observation,
  { transaction, settings }: { transaction: ProviderTransaction; settings: DecisionSettings },
): Decision | null {
  if (step.accelerationKey === null) {
    const sinceMs = step.acceleratedAtMs ?? step.lastSentAtMs ?? nowMs;
    if (nowMs - sinceMs < settings.stuckAfterMs) return null;
    if (step.accelerations < MAX_ACCELERATIONS) return { do: 'arm_acceleration' };
    return { ...wait(OPERATOR_RETRY_DELAY_MS, 'gas'), do: 'report_stuck' };
  }
  if (token === undefined) return ask({ what: 'token' });
  if (token > 0) return wait(token, 'provider');
  return { do: 'accelerate', request: { transactionId: transaction.id, idempotencyKey: step.accelerationKey } };
}
