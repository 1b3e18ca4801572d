import { type Action, assertNever, toBaseUnits, toChecksumAddress } from '@app/common';
import type { AgentsSettings } from '../agents.settings.js';
import type { IntentOutcome, IntentRecord } from './intent.js';

/** One call of a contract, before the intent's ref and the deadline are added as its last arguments. */
export interface Call {
  contract: 'factory' | 'market' | 'collateral';
  /** Checksummed. */
  to: string;
  /** The name alone, such as `buyYes`. */
  function: string;
  /** The documented arguments in order: base units for amounts, unix seconds for times, 1 or 2 for an outcome. */
  args: readonly string[];
}

export interface ExecutionPlan {
  /** Comes first, for buys alone: the market may take exactly the amount. */
  approval: Call | null;
  main: Call;
}

export interface PlanContext {
  factoryAddress: string;
  collateralAddress: string;
  /** Of the collateral token. */
  decimals: number;
}

/** What a process was told of the contracts, as plans need it. */
export function planContextOf(
  settings: Pick<AgentsSettings, 'FACTORY_ADDRESS' | 'COLLATERAL_ADDRESS' | 'COLLATERAL_DECIMALS'>,
): PlanContext {
  return {
    factoryAddress: settings.FACTORY_ADDRESS,
    collateralAddress: settings.COLLATERAL_ADDRESS,
    decimals: settings.COLLATERAL_DECIMALS,
  };
}

export type PlannedIntent = Pick<
  IntentRecord,
  | 'action'
  | 'marketId'
  | 'marketContractAddress'
  | 'amount'
  | 'outcome'
  | 'resolver'
  | 'collateralToken'
  | 'closeTimestamp'
  | 'question'
>;

const MARKET_FUNCTIONS = {
  buy_yes: 'buyYes',
  buy_no: 'buyNo',
  close_market: 'closeMarket',
  resolve_market: 'resolve',
  claim_payout: 'claimPayout',
  cancel_market: 'cancelMarket',
  claim_refund: 'claimRefund',
} as const satisfies Record<Exclude<Action, 'create_market'>, string>;

const OUTCOME_NUMBERS = { yes: '1', no: '2' } as const satisfies Record<IntentOutcome, string>;

/**
 * What executing an intent does on the chain. Confirm shows it and the worker runs it: the same function, the same
 * calls. Equal intents give equal plans.
 * @throws {RangeError} when a field that the action needs is absent, which validation rules out
 */
export function planOf(intent: PlannedIntent, context: PlanContext): ExecutionPlan {
  switch (intent.action) {
    case 'create_market':
      return { approval: null, main: createMarket(intent, context) };
    case 'buy_yes':
    case 'buy_no':
      return buy(intent, intent.action, context);
    case 'resolve_market':
      return { approval: null, main: marketCall(intent, intent.action, [OUTCOME_NUMBERS[need(intent.outcome)]]) };
    case 'close_market':
    case 'claim_payout':
    case 'cancel_market':
    case 'claim_refund':
      return { approval: null, main: marketCall(intent, intent.action, []) };
    default:
      return assertNever(intent.action);
  }
}

function createMarket(intent: PlannedIntent, { factoryAddress }: PlanContext): Call {
  const closeTimestampSeconds = need(intent.closeTimestamp).getTime() / 1000;
  return {
    contract: 'factory',
    to: toChecksumAddress(factoryAddress),
    function: 'createMarket',
    args: [
      intent.marketId,
      need(intent.question),
      String(closeTimestampSeconds),
      toChecksumAddress(need(intent.resolver)),
      toChecksumAddress(need(intent.collateralToken)),
    ],
  };
}

function buy(intent: PlannedIntent, action: 'buy_yes' | 'buy_no', context: PlanContext): ExecutionPlan {
  const amountBaseUnits = String(need(toBaseUnits(need(intent.amount), context.decimals)));
  const main = marketCall(intent, action, [amountBaseUnits]);
  const approval: Call = {
    contract: 'collateral',
    to: toChecksumAddress(context.collateralAddress),
    function: 'approve',
    args: [main.to, amountBaseUnits],
  };
  return { approval, main };
}

function marketCall(intent: PlannedIntent, action: keyof typeof MARKET_FUNCTIONS, args: readonly string[]): Call {
  const to = toChecksumAddress(need(intent.marketContractAddress));
  return { contract: 'market', to, function: MARKET_FUNCTIONS[action], args };
}

function need<T>(value: T | null): T {
  if (value === null) throw new RangeError('the intent lacks a field that its action needs');
  return value;
}
