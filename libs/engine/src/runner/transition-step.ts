import { isFinished } from '../domain/execution.js';
import { carryForward } from '../domain/carry-forward.js';
import type { KnownFacts } from '../domain/decide/decision.js';
import type { Change } from '../domain/ports/engine-store.js';
import type { Transition } from '../domain/transition.js';
import type { EngineParts } from './engine-parts.js';
import { reportTransition } from './report-transition.js';
import { changeOf, type StepContext } from './step-context.js';
import { AGAIN, type Carried, RELEASED, type StepResult } from './step-result.js';

type TransitionParts = Pick<EngineParts, 'store' | 'metrics' | 'log' | 'failpoints'>;

/** The execution after a transition, and whether the transition released the lane. */
type Transitioned = Omit<Carried, 'known'> & { released: boolean };

/** Writes a transition of the step, then reports it. @param change the transition's own, or joined with one before it */
export async function transitionStep(
  parts: TransitionParts,
  context: StepContext,
  transition: Transition,
  change = changeOf(context, transition),
): Promise<Transitioned> {
  const { failpoints } = parts;
  if (context.step.status === 'sent' && isInBlock(change)) await failpoints.reach('mined_not_recorded');
  const written = await writeChange(parts, context, change);
  reportTransition(parts, context, transition);
  if (transition.event === 'step.done') await failpoints.reach('approved_main_planned');
  return written;
}

/** Writes a change of the step without a report. */
export async function writeChange(
  { failpoints, store }: TransitionParts,
  { lease, execution }: StepContext,
  change: Change,
): Promise<Transitioned> {
  const { writtenAtMs: nowMs, released } = await store.apply(lease, change);
  if (showsHash(change) && !isInBlock(change)) await failpoints.reach('waiting_for_block');
  return { execution: carryForward(execution, change, nowMs), nowMs, released };
}

/** Goes on after a transition without a rest. */
export function goOn({ released, ...written }: Transitioned, known?: KnownFacts): StepResult {
  if (released) return RELEASED;
  return isFinished(written.execution.status) ? AGAIN : { again: true, carried: { ...written, known } };
}

function showsHash({ step }: Change): boolean {
  return typeof step.transactionHash === 'string';
}

function isInBlock({ step }: Change): boolean {
  return typeof step.blockNumber === 'number';
}
