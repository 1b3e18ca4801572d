import { carryForward } from '../domain/carry-forward.js';
import type { Transition } from '../domain/transition.js';
import type { EngineParts } from './engine-parts.js';
import { reportTransition } from './report-transition.js';
import { changeOf, type StepContext } from './step-context.js';
import type { Carried } from './step-result.js';

type TransitionParts = Pick<EngineParts, 'store' | 'metrics' | 'log' | 'failpoints'>;

/** Writes a transition of the step, then reports it. @returns the execution after it */
export async function transitionStep(
  parts: TransitionParts,
  context: StepContext,
  transition: Transition,
): Promise<Omit<Carried, 'known'>> {
  const { failpoints, store } = parts;
  const { event } = transition;
  if (context.step.status === 'sent' && isInBlock(transition)) await failpoints.reach('mined_not_recorded');
  const change = changeOf(context, transition);
  const nowMs = await store.apply(context.lease, change);
  reportTransition(parts, context, transition);
  if (showsHash(transition) && !isInBlock(transition)) await failpoints.reach('waiting_for_block');
  if (event === 'step.done') await failpoints.reach('approved_main_planned');
  return { execution: carryForward(context.execution, change, nowMs), nowMs };
}

function showsHash({ step }: Transition): boolean {
  return typeof step?.transactionHash === 'string';
}

function isInBlock({ step }: Transition): boolean {
  return typeof step?.blockNumber === 'number';
}
