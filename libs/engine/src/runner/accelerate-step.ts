import { classifyProviderFailure } from '../domain/classify.js';
import { wait } from '../domain/decide/decision.js';
import { ProviderError } from '../domain/ports/wallet-provider.js';
import { reportViolation, violationOf } from './check-seal.js';
import type { EngineParts } from './engine-parts.js';
import type { StepContext } from './step-context.js';
import { AGAIN, rest, type StepResult } from './step-result.js';
import { transitionStep } from './transition-step.js';

const RETRY_DELAY_MS = 1_000;
const VIOLATION_RETRY_DELAY_MS = 60_000;

/** Stores the key of an acceleration, which counts it. */
export async function armAcceleration(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const event = 'step.acceleration_armed';
  await transitionStep(parts, context, { event, step: { accelerationKey: parts.newKey() } });
  return AGAIN;
}

/** Requests an acceleration. Without a clear answer it is repeated under the same key; a permanent refusal clears the key. */
export async function accelerateStep(
  parts: EngineParts,
  context: StepContext,
  request: { transactionId: string; idempotencyKey: string },
): Promise<StepResult> {
  // A custody that signs in the worker makes the replacement from the stored body.
  const violation = violationOf(parts, context);
  if (violation !== null) {
    reportViolation(parts, context, violation);
    return rest(wait(VIOLATION_RETRY_DELAY_MS, 'gas'));
  }
  try {
    const { transactionId } = await parts.provider.accelerate(request);
    await transitionStep(parts, context, {
      event: 'step.accelerated',
      step: { accelerationKey: null, providerTransactionId: transactionId },
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (classifyProviderFailure(error.failure, 'first_send') === 'permanent') {
      await transitionStep(parts, context, { event: 'step.acceleration_refused', step: { accelerationKey: null } });
    }
  }
  return rest(wait(RETRY_DELAY_MS, 'gas'));
}
