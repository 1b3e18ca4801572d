import type { MarketOutcome } from '@app/chain';
import { ACTIONS, isBuy, toBaseUnits } from '@app/common';
import { encodeStep, type EncodedStep } from './encode-step.js';
import type { PlanContext, PlannedIntent } from './intent-plan.js';
import type { StepKind } from './states.js';
import type { StepInExecution } from './transition.js';

/** A step before arming, as the chain rules evaluate it. */
export interface PlannedStep {
  intent: PlannedIntent;
  /** An approval is evaluated together with the buy that follows. */
  kind: StepKind;
  plan: PlanContext;
  /** Lower-case. */
  walletAddress: string;
  ref: string;
  deadlineSeconds: number;
}

/** The step with the deadline that arming it now would give it. */
export function toPlannedStep(
  { execution, step }: StepInExecution,
  nowMs: number,
  { plan, deadlineMs }: { plan: PlanContext; deadlineMs: number },
): PlannedStep {
  const { intent, walletAddress, ref } = execution;
  const deadlineSeconds = Math.floor((nowMs + deadlineMs) / 1000);
  return { intent, kind: step.kind, plan, walletAddress, ref, deadlineSeconds };
}

/**
 * Whether an approval may be armed before this step: a buy that has none, and of which no body was sent. A failed approval
 * then still proves that the intent takes no effect.
 */
export function mayApprove(subject: StepInExecution): boolean {
  const { hashes, foreignHashes } = subject.step;
  return mayPermit(subject) && hashes.length === 0 && foreignHashes.length === 0;
}

/** Whether a permit may be sent with this step: a buy that has no approval. */
export function mayPermit({ execution }: StepInExecution): boolean {
  return isBuy(execution.intent.action) && execution.steps.length === 1;
}

export interface Stake {
  outcome: MarketOutcome;
  amountBaseUnits: bigint;
}

/** USDC on Arc: its balance is that of the native coin, of which gas is paid. */
const NATIVE_COLLATERAL = '0x3600000000000000000000000000000000000000';
export const NATIVE_DECIMALS = 18;

/** Encoded call: the action, or an approval of this many base units before it. */
export function encodeCall(
  { intent, plan, ref, deadlineSeconds }: PlannedStep,
  allowanceBaseUnits: string | null = null,
): EncodedStep {
  const kind = allowanceBaseUnits === null ? 'main' : 'approve';
  return encodeStep({ intent, kind, allowanceBaseUnits, ref, deadlineSeconds, context: plan });
}

/** Outcome and amount of a buy; null for other actions. */
export function computeStake({ intent, plan }: Pick<PlannedStep, 'intent' | 'plan'>): Stake | null {
  const { action, amount } = intent;
  const outcome = ACTIONS[action].stakesOn;
  if (outcome === null || amount === null) return null;
  const amountBaseUnits = toBaseUnits(amount, plan.decimals);
  return amountBaseUnits === null ? null : { outcome, amountBaseUnits };
}

/** Wei of a base unit of the collateral; null unless it is the native coin. */
export function weiPerUnit({ plan: { collateralAddress, decimals } }: Pick<PlannedStep, 'plan'>): bigint | null {
  return collateralAddress.toLowerCase() === NATIVE_COLLATERAL ? 10n ** BigInt(NATIVE_DECIMALS - decimals) : null;
}

/** Wei that the stake takes from the balance that pays gas: none but where the collateral is the native coin. */
export function stakeWei(step: Pick<PlannedStep, 'intent' | 'plan'>): bigint {
  return (computeStake(step)?.amountBaseUnits ?? 0n) * (weiPerUnit(step) ?? 0n);
}
