import { encodeStep } from '../domain/encode-step.js';
import { isSealOf } from '../domain/step-seal.js';
import type { EngineParts } from './engine-parts.js';
import { refIdOf, type StepContext } from './step-context.js';
import { type StepResult, wait } from './step-result.js';
import { transitionStep } from './transition-step.js';

/**
 * Why an armed step must not be sent.
 * - `seal_missing`: armed by a version without seals, or its seal was removed
 * - `seal_differs`: not armed by a worker, or changed since
 * - `call_differs`: its call is not the one that the intent asks for
 * - `body_differs`: its body does not make that call
 */
export type SealViolation = 'seal_missing' | 'seal_differs' | 'call_differs' | 'body_differs';

type SealParts = Pick<EngineParts, 'provider' | 'settings'>;

/** Stored provider state of a step whose violation is in the event history. */
const VIOLATED = 'SEAL_VIOLATED';
const RECHECK_DELAY_MS = 60_000;

/**
 * Violation of a step that the next move may send; null for a genuine one. A step without a seal is settled by the chain
 * after its deadline, so that an upgrade needs no operator.
 */
export function findSealViolation(parts: SealParts, context: StepContext): SealViolation | null {
  const { step, nowMs } = context;
  if (step.status !== 'armed' && step.status !== 'unknown') return null;
  const violation = violationOf(parts, context);
  return violation === 'seal_missing' && nowMs > (step.deadlineMs ?? 0) ? null : violation;
}

/** Compares the stored step with its seal, and with the call that the intent asks for. */
export function violationOf({ provider, settings }: SealParts, context: StepContext): SealViolation | null {
  const { lease, execution, step, providerWalletId } = context;
  const { body, seal, policyVersion, idempotencyKey, deadlineMs, contractAddress, callData, kind } = step;
  if (seal === null) return 'seal_missing';
  if (body === null || policyVersion === null || idempotencyKey === null || deadlineMs === null) return 'seal_differs';
  if (contractAddress === null || callData === null || providerWalletId === null) return 'seal_differs';
  const { id: executionId, attempt, intent, ref, walletAddress } = execution;
  const call = { contractAddress, callData };
  const sealed = { laneId: lease.laneId, executionId, attempt, kind, policyVersion, idempotencyKey, deadlineMs, body };
  if (!isSealOf(seal, settings.stepSealKey, { ...sealed, ...call })) return 'seal_differs';
  const deadlineSeconds = deadlineMs / 1000;
  const derived = encodeStep({ intent, kind, ref, deadlineSeconds, context: settings.plan });
  if (derived.contractAddress !== contractAddress || derived.callData !== callData) return 'call_differs';
  const refId = refIdOf(execution, kind);
  const request = { idempotencyKey, providerWalletId, walletAddress, ...call, refId };
  return provider.isBodyOf(body, request) ? null : 'body_differs';
}

/** Reports a step that must not be sent. */
export function reportViolation(
  { log, metrics }: Pick<EngineParts, 'log' | 'metrics'>,
  { execution, step }: StepContext,
  violation: SealViolation,
): void {
  log.error({ event: 'step.seal_violated', executionId: execution.id, step: step.kind, violation });
  metrics.count('presage_seal_violations_total', { violation });
}

/**
 * Stops the lane without sending the step, until an operator settles the execution or restores the row. Only the first
 * violation enters the event history.
 */
export async function stopLane(
  parts: EngineParts,
  context: StepContext,
  violation: SealViolation,
): Promise<StepResult> {
  const { execution, step } = context;
  reportViolation(parts, context, violation);
  if (step.providerState !== VIOLATED) {
    await transitionStep(parts, context, {
      event: 'step.seal_violated',
      data: { violation },
      step: { ...(step.status === 'unknown' ? {} : { to: 'unknown' }), providerState: VIOLATED },
      execution: { waitingFor: 'paused', ...(execution.status === 'unknown' ? {} : { to: 'unknown' }) },
    });
  }
  return wait(RECHECK_DELAY_MS, 'paused');
}
