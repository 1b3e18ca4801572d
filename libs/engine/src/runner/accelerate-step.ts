import { classifyProviderFailure } from '../domain/classify.js';
import { type Acceleration, ProviderError, type ProviderTransaction } from '../domain/ports/custody.js';
import { reportViolation, violationOf } from './check-seal.js';
import type { EngineParts } from './engine-parts.js';
import { custodyQueryOf, type StepContext } from './step-context.js';
import { type StepResult, wait } from './step-result.js';
import { transitionStep } from './transition-step.js';

const MAX_ACCELERATIONS = 3;
const RETRY_DELAY_MS = 1_000;
const OPERATOR_RETRY_DELAY_MS = 5_000;

/**
 * Raises the fee of a transaction that is sent but not mined. It blocks all later ones of its wallet. Each attempt uses a
 * key stored before. After three attempts an operator must act. Null while the transaction is too young.
 */
export async function accelerateStep(
  parts: EngineParts,
  context: StepContext,
  transaction: ProviderTransaction,
): Promise<StepResult | null> {
  const { settings, store, newKey, log } = parts;
  const { step, nowMs, execution } = context;
  const sinceMs = step.acceleratedAtMs ?? step.lastSentAtMs ?? nowMs;
  const idempotencyKey = step.accelerationKey ?? newKey();
  if (step.accelerationKey === null) {
    if (nowMs - sinceMs < settings.stuckAfterMs) return null;
    if (step.accelerations >= MAX_ACCELERATIONS) {
      log.error({ event: 'execution.stuck', executionId: execution.id, step: step.kind });
      return wait(OPERATOR_RETRY_DELAY_MS, 'gas');
    }
    const event = 'step.acceleration_armed';
    await transitionStep(parts, context, { event, step: { accelerationKey: idempotencyKey } });
  }
  // A custody that signs in the worker makes the replacement from the stored body.
  const violation = violationOf(parts, context);
  if (violation !== null) {
    reportViolation(parts, context, violation);
    return wait(OPERATOR_RETRY_DELAY_MS, 'gas');
  }
  if (!(await store.takeProviderToken())) return wait(RETRY_DELAY_MS, 'provider');
  // The key is counted as it is stored, so the count read before lacks a key of this move.
  const attempt = step.accelerations + (step.accelerationKey === null ? 1 : 0);
  const query = { ...custodyQueryOf(context), transactionId: transaction.id };
  return requestAcceleration(parts, context, { ...query, idempotencyKey, attempt });
}

async function requestAcceleration(
  parts: EngineParts,
  context: StepContext,
  request: Acceleration,
): Promise<StepResult> {
  try {
    const { transactionId } = await parts.provider.accelerate(request);
    await transitionStep(parts, context, {
      event: 'step.accelerated',
      step: { accelerationKey: null, providerTransactionId: transactionId },
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // A permanent refusal clears the key. Without a clear answer the request is repeated under the same key.
    const kind = classifyProviderFailure(error.failure, 'first_send');
    if (kind === 'permanent' || kind === 'funds') {
      await transitionStep(parts, context, { event: 'step.acceleration_refused', step: { accelerationKey: null } });
    }
  }
  return wait(RETRY_DELAY_MS, 'gas');
}
