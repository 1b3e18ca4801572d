import { encodeApproval, encodeMarketCall } from '@app/chain';
import { type PlanContext, type PlannedIntent, toPlan } from './intent-plan.js';
import type { StepKind } from './states.js';
import type { StepInExecution } from './transition.js';

export interface EncodedStep {
  contractAddress: string;
  callData: string;
}

export interface EncodingRequest {
  intent: PlannedIntent;
  kind: StepKind;
  /** Amount of an approval in base units; null for the action itself. */
  allowanceBaseUnits: string | null;
  ref: string;
  deadlineSeconds: number;
  context: PlanContext;
}

/** Encodes a step: the plan shown at confirm, with ref and deadline as the last arguments of the action. */
export function encodeStep(request: EncodingRequest): EncodedStep {
  const { intent, kind, allowanceBaseUnits, ref, deadlineSeconds, context } = request;
  const { approval, main } = toPlan(intent, context, allowanceBaseUnits === null ? null : BigInt(allowanceBaseUnits));
  if (kind === 'main') {
    return { contractAddress: main.to, callData: encodeMarketCall(main.call, { ref, deadlineSeconds }).callData };
  }
  if (approval === null) throw new Error('the plan has no approval');
  const { spender, amountBaseUnits } = approval.call;
  return { contractAddress: approval.to, callData: encodeApproval(spender, amountBaseUnits).callData };
}

/**
 * The call of an armed step, which its row does not repeat. Null for a step that is not armed, and for an intent or a
 * deadline that was changed to what cannot be encoded.
 */
export function encodeArmedCall({ execution, step }: StepInExecution, context: PlanContext): EncodedStep | null {
  const { intent, ref } = execution;
  const { kind, allowanceBaseUnits, deadlineMs } = step;
  if (deadlineMs === null) return null;
  try {
    return encodeStep({ intent, kind, allowanceBaseUnits, ref, deadlineSeconds: deadlineMs / 1000, context });
  } catch {
    return null;
  }
}
