import { computeQuote, type MarketState } from '@app/chain';
import { fromBaseUnits, ruleOf, subtractDecimals } from '@app/common';
import {
  type ChainReadings,
  type Check,
  computeGas,
  computeGasCost,
  computeStake,
  type ExecutionFee,
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
  toNative,
  toReportedFailure,
} from '@app/engine';

/** Chain state for a preview, all read at one block. */
export interface ChainSnapshot {
  step: PlannedStep;
  facts: ChainReadings;
  /** Null for an action that creates the market. */
  market: MarketState | null;
  /** Base units that the market may take; 0 for other actions than buys. */
  allowance: bigint;
  blockNumber: number;
  /** Lowest block of the nodes that answered. */
  height: number;
  /** Estimated time of the next block: the later of the chain's and this process's clock. */
  nowMs: number;
}

/** Number of further executions below which the check of gas warns. */
const FEW_EXECUTIONS = 3;

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
      return {
        value: toNative(facts.holdings.nativeWei - computeGas(step) * facts.gasPrice.maxFeeWei),
        unit: 'native',
      };
    case 'balance': {
      const { collateralBaseUnits } = facts.holdings;
      if (stake === null || collateralBaseUnits === null) return null;
      const left = collateralBaseUnits - stake.amountBaseUnits - gasInCollateral(step, facts.gasPrice);
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

/** What the gas costs at the block of the snapshot. Without a wallet, nothing is known of its balance. */
export function computeFee(
  { step, facts, market, allowance, blockNumber }: ChainSnapshot,
  { gasPaid, isWalletKnown }: { gasPaid: boolean; isWalletKnown: boolean },
): ExecutionFee {
  const { gasPrice, holdings } = facts;
  const cost = computeGasCost(step, { market, allowance }, { gasPrice, nativeWei: holdings.nativeWei });
  const ofWallet = isWalletKnown ? {} : { nativeBalance: null, executionsLeft: null };
  return { ...cost, ...ofWallet, sponsored: gasPaid, asOfBlock: blockNumber };
}

/**
 * Judges the check of gas by who pays. A custody that pays sends gas to the wallet before it executes. Otherwise a balance for
 * few executions fails the check without an error code, which warns.
 */
export function checkGas(check: Check, { sponsored, executionsLeft }: ExecutionFee): Check {
  const { rule, result, headroom, asOfBlock } = check;
  if (rule !== 'gas' || result === 'unknown') return check;
  if (sponsored) return result === 'pass' ? check : passed('gas', { asOfBlock });
  if (result === 'fail' || executionsLeft === null || executionsLeft >= FEW_EXECUTIONS) return check;
  const message = `The wallet's native coins pay for ${executionsLeft} of these, this one included. This does not reject the intent.`;
  return failed('gas', { code: null, message }, { headroom, asOfBlock });
}
