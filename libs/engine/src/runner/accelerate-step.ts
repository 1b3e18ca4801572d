import { classifyProviderFailure } from '../domain/classify.js';
import { ProviderError, type ProviderTransaction } from '../domain/ports/wallet-provider.js';
import type { EngineParts } from './engine-parts.js';
import type { StepContext } from './step-context.js';
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
  const tokenDueInMs = await store.takeProviderToken(context.lease);
  if (tokenDueInMs > 0) return wait(tokenDueInMs, 'provider');
  return requestAcceleration(parts, context, { transactionId: transaction.id, idempotencyKey });
}

async function requestAcceleration(
  parts: EngineParts,
  context: StepContext,
  request: { transactionId: string; idempotencyKey: string },
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
    if (classifyProviderFailure(error.failure, 'first_send') === 'permanent') {
      await transitionStep(parts, context, { event: 'step.acceleration_refused', step: { accelerationKey: null } });
    }
  }
  return wait(RETRY_DELAY_MS, 'gas');
}
