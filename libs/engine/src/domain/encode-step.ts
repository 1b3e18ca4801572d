import { type Call, type PlanContext, type PlannedIntent, planOf } from '@app/agents';
import { encodeApproval, encodeMarketCall, type MarketCall } from '@app/contracts';
import type { StepKind } from './states.js';

export interface EncodedStep {
  contractAddress: string;
  callData: string;
}

export interface EncodingRequest {
  intent: PlannedIntent;
  kind: StepKind;
  ref: string;
  deadlineSeconds: number;
  context: PlanContext;
}

/** Encodes a step: the plan shown at confirm, with ref and deadline as the last arguments of the action. */
export function encodeStep({ intent, kind, ref, deadlineSeconds, context }: EncodingRequest): EncodedStep {
  const plan = planOf(intent, context);
  if (kind === 'main') {
    const { callData } = encodeMarketCall(toMarketCall(plan.main), { ref, deadlineSeconds });
    return { contractAddress: plan.main.to, callData };
  }
  if (plan.approval === null) throw new Error('the plan has no approval');
  const [spender = '', amountBaseUnits = ''] = plan.approval.args;
  return { contractAddress: plan.approval.to, callData: encodeApproval(spender, BigInt(amountBaseUnits)).callData };
}

function toMarketCall({ function: name, args }: Call): MarketCall {
  const [first = '', question = '', closeTimestamp = '', resolver = '', collateralToken = ''] = args;
  switch (name) {
    case 'createMarket':
      return {
        function: name,
        id: first,
        question,
        closeTimestampSeconds: Number(closeTimestamp),
        resolver,
        collateralToken,
      };
    case 'buyYes':
    case 'buyNo':
      return { function: name, amountBaseUnits: BigInt(first) };
    case 'resolve':
      return { function: name, outcome: first === '1' ? 'YES' : 'NO' };
    case 'closeMarket':
    case 'claimPayout':
    case 'cancelMarket':
    case 'claimRefund':
      return { function: name };
    default:
      throw new Error('the plan names a function that no contract has');
  }
}
