import { type Check, failed, type Headroom, passed } from '@app/agents';
import { fromBaseUnits, subtractDecimals } from '@app/common';
import { quoteOf } from '@app/contracts';
import type { ChainFacts, ChainVerdict } from '../domain/evaluate.js';
import { errorCodeOf, FAILURE_TEXTS } from '../domain/failure.js';
import { phaseFailure } from '../domain/market-phase.js';
import { type PlannedStep, stakeOf } from '../domain/planned-step.js';
import type { MarketState } from '../domain/ports/chain.js';

/** What was read of the chain, and the block that it was read at. */
export interface Observation {
  step: PlannedStep;
  facts: ChainFacts;
  /** Null for a market that is yet to be created. */
  market: MarketState | null;
  blockNumber: number;
  /** When the next block would be mined, by the clocks of the chain and of this process. */
  nowMs: number;
}

const NATIVE_DECIMALS = 18;

/** A verdict as preview shows it. */
export function checkOf(verdict: ChainVerdict, about: { headroom?: Headroom | null; asOfBlock: number }): Check {
  const { rule, failure } = verdict;
  if (failure === null) return passed(rule, about);
  const reason = failure === 'executed_already' ? 'simulation_reverted' : failure;
  return failed(rule, { code: errorCodeOf(reason), message: FAILURE_TEXTS[reason] }, about);
}

/** What the market's state says of the action, told apart from all else that a simulation refuses. */
export function stateCheck({ step, market, blockNumber: asOfBlock, nowMs }: Observation): Check {
  const { action } = step.intent;
  const failure = market === null ? null : phaseFailure(action, market, nowMs);
  const about = { asOfBlock, headroom: market === null ? null : timeLeft(step, market, nowMs) };
  if (failure === null) return passed('market_state', about);
  return failed('market_state', { code: errorCodeOf(failure), message: FAILURE_TEXTS[failure] }, about);
}

/** How far each rule is from failing. */
export function headroomOf(rule: ChainVerdict['rule'], { step, facts }: Observation): Headroom | null {
  const { decimals } = step.plan;
  const stake = stakeOf(step);
  switch (rule) {
    case 'contract':
    case 'simulation':
      return null;
    case 'gas':
      return { value: fromBaseUnits(facts.holdings.nativeWei - facts.gasCostWei, NATIVE_DECIMALS), unit: 'native' };
    case 'balance': {
      if (stake === null) return null;
      const left = facts.holdings.collateralBaseUnits - stake.amountBaseUnits;
      return { value: fromBaseUnits(left, decimals), unit: 'collateral' };
    }
    case 'min_multiple': {
      const { minMultiple } = step.intent;
      if (stake === null || minMultiple === null || facts.pools === null) return null;
      const { payoutMultiple } = quoteOf({ pools: facts.pools, ...stake, decimals });
      return { value: subtractDecimals(payoutMultiple, minMultiple), unit: 'multiple' };
    }
  }
}

/** Seconds until buying ends, or since an action that has to wait for that was possible. */
function timeLeft({ intent: { action } }: PlannedStep, { closesAtMs }: MarketState, nowMs: number): Headroom | null {
  const leftS = Math.floor((closesAtMs - nowMs) / 1000);
  switch (action) {
    case 'buy_yes':
    case 'buy_no':
      return { value: String(leftS), unit: 'seconds' };
    case 'close_market':
    case 'resolve_market':
      return { value: String(-leftS), unit: 'seconds' };
    case 'create_market':
    case 'cancel_market':
    case 'claim_payout':
    case 'claim_refund':
      return null;
  }
}
