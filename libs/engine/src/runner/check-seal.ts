import { encodeArmedCall } from '../domain/encode-step.js';
import { type SealViolation, verifySeal } from '../domain/step-seal.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { providerReference, type StepContext } from './step-context.js';

/** Compares the step's seal with the armed step and with the call that its intent asks for. Null for a genuine step. */
export function checkSeal(
  { custody, settings }: Pick<EngineDependencies, 'custody' | 'settings'>,
  { lease, execution, step, providerWalletId }: StepContext,
): SealViolation | null {
  const { body, seal, policyVersion, idempotencyKey, deadlineMs, kind } = step;
  if (seal === null) return 'seal_missing';
  const call = encodeArmedCall({ execution, step }, settings.plan);
  if (body === null || policyVersion === null || idempotencyKey === null || deadlineMs === null) return 'seal_differs';
  if (call === null || providerWalletId === null) return 'seal_differs';
  const { id: executionId, attempt, walletAddress } = execution;
  const sealed = { laneId: lease.laneId, executionId, attempt, kind, policyVersion, idempotencyKey, deadlineMs, body };
  if (!verifySeal(seal, settings.stepSealKey, { ...sealed, ...call })) return 'seal_differs';
  const refId = providerReference(execution, kind);
  const request = { idempotencyKey, providerWalletId, walletAddress, ...call, refId };
  return custody.isBodyFor(body, request) ? null : 'body_differs';
}

/** Reports a step that must not be sent. */
export function reportViolation(
  { log, metrics }: Pick<EngineDependencies, 'log' | 'metrics'>,
  { execution, step }: StepContext,
  violation: SealViolation,
): void {
  log.error({ event: 'step.seal_violated', executionId: execution.id, step: step.kind, violation });
  metrics.count('presage_seal_violations_total', { violation });
}
