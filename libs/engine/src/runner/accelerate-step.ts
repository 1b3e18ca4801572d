import { classifyProviderFailure } from '../domain/classify.js';
import { wait } from '../domain/decide/decision.js';
import { type Acceleration, ProviderError } from '../domain/ports/custody.js';
import type { EngineParts } from './engine-parts.js';
import { custodyQueryOf, type StepContext } from './step-context.js';
import { AGAIN, rest, type StepResult } from './step-result.js';
import { transitionStep } from './transition-step.js';

const RETRY_DELAY_MS = 1_000;

/** Stores the key of an acceleration, which counts it. */
export async function armAcceleration(parts: EngineParts, context: StepContext): Promise<StepResult> {
  const event = 'step.acceleration_armed';
  await transitionStep(parts, context, { event, step: { accelerationKey: parts.newKey() } });
  return AGAIN;
}

/** Requests an acceleration. Without a clear answer it is repeated under the same key; a refusal clears the key. */
export async function accelerateStep(
  parts: EngineParts,
  context: StepContext,
  request: Pick<Acceleration, 'transactionId' | 'idempotencyKey' | 'attempt'>,
): Promise<StepResult> {
  await parts.store.useProviderToken(context.lease);
  try {
    const { transactionId } = await parts.custody.accelerate({ ...custodyQueryOf(context), ...request });
    await transitionStep(parts, context, {
      event: 'step.accelerated',
      step: { accelerationKey: null, providerTransactionId: transactionId },
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const kind = classifyProviderFailure(error.failure, 'first_send');
    if (kind === 'operator') await parts.store.openBreaker();
    if (kind === 'permanent' || kind === 'funds') {
      await transitionStep(parts, context, { event: 'step.acceleration_refused', step: { accelerationKey: null } });
    }
  }
  return rest(wait(RETRY_DELAY_MS, 'gas'));
}
