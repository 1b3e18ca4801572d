import { encodeArmedCall } from '../domain/encode-step.js';
import { computeSeal, type SealedFields, type SealViolation, verifySeal } from '../domain/step-seal.js';
import type { EngineDependencies } from './engine-dependencies.js';
import { providerReference, type StepContext } from './step-context.js';

type SealDependencies = Pick<EngineDependencies, 'custody' | 'settings'>;

/** Compares the step's seal with the armed step and with the call that its intent asks for. Null for a genuine step. */
export function checkSeal({ custody, settings }: SealDependencies, context: StepContext): SealViolation | null {
  const { execution, step, providerWalletId } = context;
  if (step.seal === null) return 'seal_missing';
  const sealed = toSealedFields(settings, context);
  if (sealed === null || providerWalletId === null) return 'seal_differs';
  if (!verifySeal(step.seal, settings.stepSealKeys, sealed)) return 'seal_differs';
  const { idempotencyKey, contractAddress, callData, body } = sealed;
  const { walletAddress } = execution;
  const refId = providerReference(execution, step.kind);
  const request = { idempotencyKey, providerWalletId, walletAddress, contractAddress, callData, refId };
  return custody.isBodyFor(body, request) ? null : 'body_differs';
}

/** Seal of a genuine step with another body. The caller has checked the seal of the stored one. */
export function sealBody({ settings }: SealDependencies, context: StepContext, body: string): string {
  const sealed = toSealedFields(settings, context);
  if (sealed === null) throw new Error('the step is not armed');
  return computeSeal(settings.stepSealKeys[0], { ...sealed, body });
}

/** Null for a step that is not armed, or whose intent cannot be encoded any more. */
function toSealedFields(
  { plan }: EngineDependencies['settings'],
  { lease, execution, step }: StepContext,
): SealedFields | null {
  const { body, policyVersion, idempotencyKey, deadlineMs, kind } = step;
  const call = encodeArmedCall({ execution, step }, plan);
  if (body === null || policyVersion === null || idempotencyKey === null || deadlineMs === null) return null;
  if (call === null) return null;
  const { id: executionId, attempt } = execution;
  const armed = { kind, amount: execution.intent.amount, policyVersion, idempotencyKey, deadlineMs, body };
  return { laneId: lease.laneId, executionId, attempt, ...armed, ...call };
}

export function reportViolation(
  { log, metrics }: Pick<EngineDependencies, 'log' | 'metrics'>,
  { execution, step }: StepContext,
  violation: SealViolation,
): void {
  log.error({ event: 'step.seal_violated', executionId: execution.id, step: step.kind, violation });
  metrics.count('presage_seal_violations_total', { violation });
}
