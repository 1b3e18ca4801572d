import type { Json } from '@app/common';
import type { FailureReason } from '../domain/failure.js';
import type { EngineParts } from './engine-parts.js';
import { reportTransition } from './report-transition.js';
import { changeOf, type StepContext, type Transition } from './step-context.js';
import { AGAIN, type StepResult } from './step-result.js';

type TransitionParts = Pick<EngineParts, 'store' | 'metrics' | 'log'>;

/** Writes a transition of the step, then reports it. */
export async function transitionStep(
  parts: TransitionParts,
  context: StepContext,
  transition: Transition,
): Promise<void> {
  await parts.store.apply(context.lease, changeOf(context, transition));
  reportTransition(parts, context, transition);
}

/** Transition to failed. Only for steps that are proven never to take effect. */
export function failedTransition(reason: FailureReason, data: { [key: string]: Json } = {}): Transition {
  return {
    event: 'execution.failed',
    data: { reason, ...data },
    execution: { to: 'failed', failure: reason, waitingFor: null },
    step: { to: 'failed', failure: reason },
  };
}

/** Ends step, execution and intent as failed. */
export async function failStep(
  parts: TransitionParts,
  context: StepContext,
  reason: FailureReason,
  data?: { [key: string]: Json },
): Promise<StepResult> {
  await transitionStep(parts, context, failedTransition(reason, data));
  return AGAIN;
}
