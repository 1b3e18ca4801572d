import { computeQuote, type MarketState } from '@app/chain';
import { fromBaseUnits, ruleOf, subtractDecimals } from '@app/common';
import {
  type ChainReadings,
  type Check,
  computeStake,
  failed,
  FAILURE_TEXTS,
  gasInCollateral,
  type Headroom,
  passed,
  phaseFailure,
  type PlannedStep,
  type RuleResult,
  type StepFailure,
  toErrorCode,
  toReportedFailure,
} from '@app/engine';

/** Chain state for a preview, all read at one block. */
export interface ChainSnapshot {
  step: PlannedStep;
  facts: ChainReadings;
  /** Null for an action that creates the market. */
  market: MarketState | null;
  blockNumber: number;
  /** Lowest block of the nodes that answered. */
  height: number;
  /** Estimated time of the next block: the later of the chain's and this process's clock. */
  nowMs: number;
}

export const NATIVE_DECIMALS = 18;

export function toCheck(result: RuleResult, about: { headroom?: Headroom | null; asOfBlock: number }): Check {
  const { rule, failure } = result;
  if (failure === null || failure === 'executed_already') return passed(rule, about);
  return failed(rule, describe(failure), about);
}

/** Whether the market's state allows the action. Shown apart from the simulation, which also fails then. */
export function stateCheck({ step, market, blockNumber: asOfBlock, nowMs }: ChainSnapshot): Check {
  const { action } = step.intent;
  const failure = market === null ? null : phaseFailure(action, market, nowMs);
  const about = { asOfBlock, headroom: market === null ? null : timeLeft(step, market, nowMs) };
  if (failure === null) return passed('market_state', about);
  return failed('market_state', describe(failure), about);
}

function describe(reason: StepFailure): Parameters<typeof failed>[1] {
  const failureReason = toReportedFailure(reason) ?? undefined;
  return { code: toErrorCode(reason), message: FAILURE_TEXTS[reason], failureReason };
}

/** Distance of a rule from failing, negative when it fails; null for rules without a measure. */
export function computeHeadroom(rule: RuleResult['rule'], { step, facts }: ChainSnapshot): Headroom | null {
  const { decimals } = step.plan;
  const stake = computeStake(step);
  switch (rule) {
    case 'contract':
    case 'simulation':
      return null;
    case 'gas':
      return { value: fromBaseUnits(facts.holdings.nativeWei - facts.gasCostWei, NATIVE_DECIMALS), unit: 'native' };
    case 'balance': {
      const { collateralBaseUnits } = facts.holdings;
      if (stake === null || collateralBaseUnits === null) return null;
      const left = collateralBaseUnits - stake.amountBaseUnits - gasInCollateral(step, facts.gasCostWei);
      return { value: fromBaseUnits(left, decimals), unit: 'collateral' };
    }
    case 'min_multiple': {
      const { minMultiple } = step.intent;
      if (stake === null || minMultiple === null || facts.pools === null) return null;
      const { payoutMultiple } = computeQuote({ pools: facts.pools, ...stake, decimals });
      return { value: subtractDecimals(payoutMultiple, minMultiple), unit: 'multiple' };
    }
  }
}

/** Seconds until buying ends or, for actions possible only after that, since then. */
function timeLeft({ intent: { action } }: PlannedStep, { closesAtMs }: MarketState, nowMs: number): Headroom | null {
  const leftS = Math.floor((closesAtMs - nowMs) / 1000);
  const closing = ruleOf(action).when?.closing ?? null;
  return closing === null ? null : { value: String(closing === 'before' ? leftS : -leftS), unit: 'seconds' };
}
