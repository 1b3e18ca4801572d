import type { PlanContext, PlannedIntent } from '@app/agents';
import { type Action, isBuy, toBaseUnits } from '@app/common';
import type { MarketOutcome } from '@app/contracts';
import { encodeStep, type EncodedStep } from './encode-step.js';
import type { StepKind } from './states.js';

/** A step that nothing was stored for yet: what is judged, by whoever is to send it or only wants to know. */
export interface PlannedStep {
  intent: PlannedIntent & { minMultiple: string | null };
  /** An approval stands for the buy after it as well. */
  kind: StepKind;
  plan: PlanContext;
  /** Lower-case. */
  walletAddress: string;
  ref: string;
  deadlineSeconds: number;
}

export interface Stake {
  outcome: MarketOutcome;
  amountBaseUnits: bigint;
}

/** More than any of the calls takes, long questions included; it only decides whether a wallet can pay. */
const GAS = { approve: 80_000n, create_market: 1_500_000n, action: 300_000n } as const;

/** What is sent for a step of this kind. */
export function bytesOf({ intent, plan, ref, deadlineSeconds }: PlannedStep, kind: StepKind): EncodedStep {
  return encodeStep({ intent, kind, ref, deadlineSeconds, context: plan });
}

/** Gas that the step and what follows it may take at the most. */
export function gasOf({ intent: { action }, kind }: { intent: { action: Action }; kind: StepKind }): bigint {
  const own = action === 'create_market' ? GAS.create_market : GAS.action;
  return kind === 'approve' ? own + GAS.approve : own;
}

/** The side and the base units of a buy; null for everything else. */
export function stakeOf({ intent, plan }: Pick<PlannedStep, 'intent' | 'plan'>): Stake | null {
  const { action, amount } = intent;
  if (!isBuy(action) || amount === null) return null;
  const amountBaseUnits = toBaseUnits(amount, plan.decimals);
  return amountBaseUnits === null ? null : { outcome: action === 'buy_yes' ? 'YES' : 'NO', amountBaseUnits };
}
