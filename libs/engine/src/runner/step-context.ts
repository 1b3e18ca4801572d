import type { ReusableFacts } from '../domain/decide/decision.js';
import { type Execution, isInFlight, type LaneWork, presentStep, type Step } from '../domain/lane-work.js';
import type { TransactionQuery } from '../domain/ports/custody.js';
import type { Change, Lease } from '../domain/ports/engine-store.js';
import type { Transition } from '../domain/transition.js';

/** A lane's work as read under a lease, or as carried forward from the last write, with an execution. */
export interface StepInput extends LaneWork {
  lease: Lease;
  execution: Execution;
  /** Facts that the turn has observed already. */
  known?: ReusableFacts | undefined;
  /** Reads and sends that the lane's executions share. */
  shared?: SharedWork;
  /** Called when the custody has accepted the step's send, which is recorded when the call resolves. */
  afterSend?: (sent: Execution) => Promise<void>;
}

/** Reads and sends of a lane that all of its executions ask for, made once. */
export interface SharedWork {
  ended?: Promise<readonly Execution[]>;
  earlierSent?: Promise<true>;
}

export interface StepContext extends StepInput {
  step: Step;
  /** Time of the read on this process's monotonic clock. */
  readAtMs: number;
}

export function toStepContext(input: StepInput, step: Step): StepContext {
  return { ...input, step, readAtMs: performance.now() };
}

/** Other executions of the lane that are in flight. */
export function listOthers({ executions, execution: { id } }: StepContext): readonly Execution[] {
  return executions.filter((other) => other.id !== id && isInFlight(presentStep(other)));
}

/** The context's step in a later state of its execution. */
export function laterStep({ step: { kind } }: StepContext, { steps }: Execution): Step {
  const step = steps.find((one) => one.kind === kind);
  if (step === undefined) throw new Error('an execution keeps its steps');
  return step;
}

/** Current time on the database's clock. Measured, so it may only be reported and never decide a move. */
export function databaseTimeMs({ nowMs, readAtMs }: StepContext): number {
  return nowMs + performance.now() - readAtMs;
}

/** Reference of the step at the provider, by which it is found when its transaction id was lost. */
export function providerReference(execution: Execution, kind: Step['kind']): string {
  return `${execution.intent.id}/${execution.attempt}/${kind}`;
}

/** The armed step as the custody finds it. */
export function toCustodyQuery({ execution, step, providerWalletId }: StepContext): TransactionQuery {
  const { body, armedAtMs, kind } = step;
  if (providerWalletId === null || body === null || armedAtMs === null) throw new Error('the step is not armed');
  return { providerWalletId, body, armedAtMs, refId: providerReference(execution, kind) };
}

/** Whether the step is the buy that follows an approval. */
export function isSecondStep({ execution, step }: StepContext): boolean {
  return step.kind === 'main' && execution.steps.length > 1;
}

export function toChange({ execution, step }: StepContext, transition: Transition): Change {
  return {
    executionId: execution.id,
    from: { execution: execution.status, step: step.status },
    ...(transition.execution && { execution: transition.execution }),
    step: { kind: step.kind, ...transition.step },
  };
}
