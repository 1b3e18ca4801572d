import { type ApproveCall, computeMinPayout, type MarketCall } from '@app/chain';
import { ACTIONS, assertNever, type BuyAction, toBaseUnits, toChecksumAddress } from '@app/common';
import type { ApiSettings } from '@app/config';
import type { IntentRecord } from '../persistence/entities/intent.entity.js';
import type { IntentProperty } from './intent.js';

/** A contract call without the intent's ref and the deadline, which are added as its last arguments. */
export interface PlannedCall<Call extends MarketCall | ApproveCall = MarketCall | ApproveCall> {
  contract: 'factory' | 'market' | 'collateral';
  /** Checksummed. */
  to: string;
  call: Call;
}

export interface ExecutionPlan {
  /** Sent first, for a buy whose stake the market's allowance does not cover. */
  approval: PlannedCall<ApproveCall> | null;
  main: PlannedCall<MarketCall>;
}

export interface PlanContext {
  factoryAddress: string;
  collateralAddress: string;
  /** Of the collateral token. */
  decimals: number;
}

export function toPlanContext(
  settings: Pick<ApiSettings, 'FACTORY_ADDRESS' | 'COLLATERAL_ADDRESS' | 'COLLATERAL_DECIMALS'>,
): PlanContext {
  return {
    factoryAddress: settings.FACTORY_ADDRESS,
    collateralAddress: settings.COLLATERAL_ADDRESS,
    decimals: settings.COLLATERAL_DECIMALS,
  };
}

/** Evidence is no part of a call. */
export type PlannedIntent = Pick<IntentRecord, 'action' | 'marketId' | Exclude<IntentProperty, 'evidence'>>;

/**
 * The calls that execute an intent. Confirm presents them and the worker encodes them. Equal intents give equal plans.
 *
 * @param allowanceBaseUnits amount of the approval before a buy; null for no approval
 * @throws {RangeError} when a field that the action needs is absent, which validation excludes
 */
export function toPlan(
  intent: PlannedIntent,
  context: PlanContext,
  allowanceBaseUnits: bigint | null = null,
): ExecutionPlan {
  const { action } = intent;
  switch (action) {
    case 'create_market':
      return { approval: null, main: createMarket(intent, context) };
    case 'buy_yes':
    case 'buy_no':
      return { ...buy(intent, action, context), approval: approve(intent, context, allowanceBaseUnits) };
    case 'resolve_market':
      return planned(intent, {
        function: ACTIONS[action].function,
        outcome: required(intent.outcome) === 'yes' ? 'YES' : 'NO',
      });
    case 'close_market':
    case 'claim_payout':
    case 'cancel_market':
    case 'claim_refund':
      return planned(intent, { function: ACTIONS[action].function });
    default:
      return assertNever(action);
  }
}

function createMarket(intent: PlannedIntent, { factoryAddress }: PlanContext): PlannedCall<MarketCall> {
  return {
    contract: 'factory',
    to: toChecksumAddress(factoryAddress),
    call: {
      function: ACTIONS.create_market.function,
      id: intent.marketId,
      question: required(intent.question),
      closeTimestampSeconds: required(intent.closeTimestamp).getTime() / 1000,
      resolver: toChecksumAddress(required(intent.resolver)),
      collateralToken: toChecksumAddress(required(intent.collateralToken)),
    },
  };
}

function buy(intent: PlannedIntent, action: BuyAction, { decimals }: PlanContext): ExecutionPlan {
  const amountBaseUnits = required(toBaseUnits(required(intent.amount), decimals));
  const { minMultiple } = intent;
  const minPayoutBaseUnits = minMultiple === null ? 0n : computeMinPayout(amountBaseUnits, minMultiple);
  return planned(intent, { function: ACTIONS[action].function, amountBaseUnits, minPayoutBaseUnits });
}

function approve(
  { marketContractAddress }: PlannedIntent,
  { collateralAddress }: PlanContext,
  amountBaseUnits: bigint | null,
): ExecutionPlan['approval'] {
  if (amountBaseUnits === null) return null;
  const spender = toChecksumAddress(required(marketContractAddress));
  const call: ApproveCall = { function: 'approve', spender, amountBaseUnits };
  return { contract: 'collateral', to: toChecksumAddress(collateralAddress), call };
}

function planned({ marketContractAddress }: PlannedIntent, call: MarketCall): ExecutionPlan {
  return { approval: null, main: { contract: 'market', to: toChecksumAddress(required(marketContractAddress)), call } };
}

function required<T>(value: T | null): T {
  if (value === null) throw new RangeError('the intent lacks a field that its action needs');
  return value;
}
