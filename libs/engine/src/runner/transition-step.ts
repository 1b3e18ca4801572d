import { applyLocally } from '../domain/apply-locally.js';
import type { ReusableFacts } from '../domain/decide/decision.js';
import type { Change } from '../domain/ports/engine-store.js';
import type { Transition } from '../domain/transition.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { reportTransition } from './report-transition.js';
import { type StepContext, toChange } from './step-context.js';
import { type Carried, LANE_RELEASED, type StepResult } from './step-result.js';

type TransitionDependencies = Pick<EngineDependencies, 'store' | 'metrics' | 'log' | 'failpoints'>;

/** The execution after a transition, and whether the transition released the lane. */
type Transitioned = Omit<Carried, 'known'> & { released: boolean };

/** Writes a transition of the step, then reports it. @param change the transition's own, or joined with one before it */
export async function transitionStep(
  dependencies: TransitionDependencies,
  context: StepContext,
  transition: Transition,
  change = toChange(context, transition),
): Promise<Transitioned> {
  const { failpoints } = dependencies;
  if (context.step.status === 'sent' && isInBlock(change)) await failpoints.reach('mined_not_recorded');
  const written = await writeChange(dependencies, context, change);
  reportTransition(dependencies, context, transition);
  if (transition.event === 'step.done') await failpoints.reach('approved_main_planned');
  return written;
}

/** Writes a change of the step without a report. */
export async function writeChange(
  { failpoints, store }: TransitionDependencies,
  { lease, execution, knownBlock }: StepContext,
  change: Change,
): Promise<Transitioned> {
  const { writtenAtMs: nowMs, released } = await store.apply(lease, change);
  if (showsHash(change) && !isInBlock(change)) await failpoints.reach('waiting_for_block');
  return {
    execution: applyLocally(execution, change, nowMs),
    nowMs,
    released,
    knownBlock: Math.max(knownBlock, change.step.blockNumber ?? 0),
  };
}

/** Goes on after a transition without a rest. */
export function continueTurn({ released, ...written }: Transitioned, known?: ReusableFacts): StepResult {
  return released ? LANE_RELEASED : { again: true, carried: { ...written, known } };
}

function showsHash({ step }: Change): boolean {
  return typeof step.transactionHash === 'string';
}

function isInBlock({ step }: Change): boolean {
  return typeof step.blockNumber === 'number';
}
