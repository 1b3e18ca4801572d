import { classifyProviderFailure } from '../domain/classify.js';
import { ProviderError, type ProviderTransaction } from '../domain/ports/wallet-provider.js';
import type { EngineParts } from './engine-parts.js';
import { changeOf, type StepContext } from './step-context.js';
import { type StepResult, wait } from './step-result.js';

const ACCELERATIONS = 3;
const RETRY_MS = 1_000;
const OPERATOR_RETRY_DELAY_MS = 5_000;

/**
 * A transaction that is out and does not get mined holds up all of its wallet: its fee is raised, each time under a key
 * stored before, at most three times; then an operator must look. Null while it is not old enough.
 */
export async function accelerateStep(
  parts: EngineParts,
  context: StepContext,
  transaction: ProviderTransaction,
): Promise<StepResult | null> {
  const { settings, store, newKey, log } = parts;
  const { step, nowMs, execution, lease } = context;
  const since = step.acceleratedAtMs ?? step.lastSentAtMs ?? nowMs;
  const idempotencyKey = step.accelerationKey ?? newKey();
  if (step.accelerationKey === null) {
    if (nowMs - since < settings.stuckAfterMs) return null;
    if (step.accelerations >= ACCELERATIONS) {
      log.error({ event: 'execution.stuck', executionId: execution.id, step: step.kind });
      return wait(OPERATOR_RETRY_DELAY_MS, 'gas');
    }
    const event = 'step.acceleration_armed';
    await store.apply(lease, changeOf(context, { event, step: { accelerationKey: idempotencyKey } }));
  }
  if (!(await store.takeProviderToken())) return wait(RETRY_MS, 'provider');
  return accelerate(parts, context, { transactionId: transaction.id, idempotencyKey });
}

async function accelerate(
  { provider, store }: EngineParts,
  context: StepContext,
  request: { transactionId: string; idempotencyKey: string },
): Promise<StepResult> {
  try {
    const { transactionId } = await provider.accelerate(request);
    await store.apply(
      context.lease,
      changeOf(context, {
        event: 'step.accelerated',
        step: { accelerationKey: null, providerTransactionId: transactionId },
      }),
    );
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    // Refused outright, it is as if it had not been asked; without a clear answer it is asked again under its key.
    if (classifyProviderFailure(error.failure, 'first_send') === 'permanent') {
      await store.apply(
        context.lease,
        changeOf(context, { event: 'step.acceleration_refused', step: { accelerationKey: null } }),
      );
    }
  }
  return wait(RETRY_MS, 'gas');
}
