import type { Json } from '@app/common';
import type { FailureReason } from '../domain/failure.js';
import type { Execution, Step } from '../domain/lane-work.js';
import type { Change, EngineStore, ExecutionChange, Lease, StepChange } from '../domain/ports/engine-store.js';
import { AGAIN, type StepResult } from './step-result.js';

/** One step of one execution, as read under a lease. */
export interface StepContext {
  lease: Lease;
  /** The database's clock when it was read. */
  nowMs: number;
  providerWalletId: string | null;
  breakerOpen: boolean;
  execution: Execution;
  step: Step;
}

export interface Move {
  event: string;
  data?: { [key: string]: Json };
  execution?: ExecutionChange;
  step?: Omit<StepChange, 'kind'>;
}

/** The name under which the provider keeps a step, by which it can be found when every other trace is lost. */
export function refIdOf(execution: Execution, kind: Step['kind']): string {
  return `${execution.intent.id}/${execution.attempt}/${kind}`;
}

/** Whether the step is the buy that follows an approval. */
export function isSecondStep({ execution, step }: StepContext): boolean {
  return step.kind === 'main' && execution.steps.length > 1;
}

export function changeOf({ execution, step }: StepContext, move: Move): Change {
  return {
    executionId: execution.id,
    from: { execution: execution.status, step: step.status },
    event: { type: move.event, data: { step: step.kind, ...move.data } },
    ...(move.execution && { execution: move.execution }),
    step: { kind: step.kind, ...move.step },
  };
}

/** Ends the execution as failed, which is said only of what is proven never to take effect. */
export async function failStep(
  store: EngineStore,
  context: StepContext,
  reason: FailureReason,
  data: { [key: string]: Json } = {},
): Promise<StepResult> {
  await store.apply(
    context.lease,
    changeOf(context, {
      event: 'execution.failed',
      data: { reason, ...data },
      execution: { to: 'failed', failure: reason, waitingFor: null },
      step: { to: 'failed', failure: reason },
    }),
  );
  return AGAIN;
}
