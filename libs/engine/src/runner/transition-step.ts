import { isFinished } from '@app/agents';
import { carryForward } from '../domain/carry-forward.js';
import type { KnownFacts } from '../domain/decide/decision.js';
import type { Transition } from '../domain/transition.js';
import type { EngineParts } from './engine-parts.js';
import { reportTransition } from './report-transition.js';
import { changeOf, type StepContext } from './step-context.js';
import { AGAIN, type Carried, RELEASED, type StepResult } from './step-result.js';

type TransitionParts = Pick<EngineParts, 'store' | 'metrics' | 'log' | 'failpoints'>;

/** The execution after a transition, and whether the transition released the lane. */
type Transitioned = Omit<Carried, 'known'> & { released: boolean };

/** Writes a transition of the step, then reports it. */
export async function transitionStep(
  parts: TransitionParts,
  context: StepContext,
  transition: Transition,
): Promise<Transitioned> {
  const { failpoints, store } = parts;
  const { event } = transition;
  if (context.step.status === 'sent' && isInBlock(transition)) await failpoints.reach('mined_not_recorded');
  const change = changeOf(context, transition);
  const { writtenAtMs: nowMs, released } = await store.apply(context.lease, change);
  reportTransition(parts, context, transition);
  if (showsHash(transition) && !isInBlock(transition)) await failpoints.reach('waiting_for_block');
  if (event === 'step.done') await failpoints.reach('approved_main_planned');
  return { execution: carryForward(context.execution, change, nowMs), nowMs, released };
}

/** Goes on after a transition without a rest. */
export function goOn({ released, ...written }: Transitioned, known?: KnownFacts): StepResult {
  if (released) return RELEASED;
  return isFinished(written.execution.status) ? AGAIN : { again: true, carried: { ...written, known } };
}

function showsHash({ step }: Transition): boolean {
  return typeof step?.transactionHash === 'string';
}

function isInBlock({ step }: Transition): boolean {
  return typeof step?.blockNumber === 'number';
}
