import { classifyProviderFailure } from '../domain/classify.js';
import { wait } from '../domain/decide/decision.js';
import { type Acceleration, ProviderError } from '../domain/ports/custody.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { type StepContext, toCustodyQuery } from './step-context.js';
import { renewStep } from './renew-step.js';
import { CONTINUE, type StepResult, endTurn } from './step-result.js';
import { transitionStep } from './transition-step.js';

const RETRY_DELAY_MS = 1_000;
/** Accelerations after which each further one is reported to operators. */
const REPORTED_AFTER = 3;

/** Stores the transaction at a higher fee, if the custody signs it here, and the key of an acceleration, which counts it. */
export async function armAcceleration(dependencies: EngineDependencies, context: StepContext): Promise<StepResult> {
  const event = 'step.acceleration_armed';
  if (context.step.accelerations >= REPORTED_AFTER) reportStuck(dependencies, context);
  const renewed = await renewStep(dependencies, context, 'unmined');
  await transitionStep(dependencies, renewed, { event, step: { accelerationKey: dependencies.newKey() } });
  return CONTINUE;
}

export function reportStuck({ log }: Pick<EngineDependencies, 'log'>, { execution, step }: StepContext): void {
  log.error({ event: 'execution.stuck', executionId: execution.id, step: step.kind });
}

/** Requests an acceleration. Without a clear answer it is repeated under the same key; a refusal clears the key. */
export async function accelerateStep(
  dependencies: EngineDependencies,
  context: StepContext,
  request: Pick<Acceleration, 'transactionId' | 'idempotencyKey'>,
): Promise<StepResult> {
  await dependencies.store.useSendPermit(context.lease);
  try {
    const { transactionId } = await dependencies.custody.accelerate({ ...toCustodyQuery(context), ...request });
    await transitionStep(dependencies, context, {
      event: 'step.accelerated',
      step: { accelerationKey: null, providerTransactionId: transactionId },
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const kind = classifyProviderFailure(error.failure, 'first_send');
    if (kind === 'operator') await dependencies.store.openBreaker();
    if (kind === 'permanent' || kind === 'funds' || error.failure.resend === 'with_more_gas') {
      await transitionStep(dependencies, context, {
        event: 'step.acceleration_refused',
        step: { accelerationKey: null },
      });
    }
  }
  return endTurn(wait(RETRY_DELAY_MS, 'gas'));
}
