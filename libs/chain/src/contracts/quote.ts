import { fromBaseUnits, toBaseUnits } from '@app/common';
import type { MarketOutcome } from './outcome.js';
import {
  computePayout,
  impliedProbability,
  type Pools,
  poolsAfter,
  ratioDown,
  ratioUp,
  sidesOf,
} from './parimutuel.js';

/** Result of a buy at the pools of one block. Amounts are in display units and exact unless a rounding is named. */
export interface Quote {
  outcome: MarketOutcome;
  amount: string;
  /** Pools before the buy. */
  yesPool: string;
  noPool: string;
  /** Probability of the bought outcome, rounded down. Null while both pools are empty. */
  impliedProbabilityBefore: string | null;
  impliedProbabilityAfter: string;
  /** Payout including the stake if the market resolved to this outcome without further stakes. */
  payoutIfWon: string;
  profitIfWon: string;
  /** Payout divided by stake, rounded down, at least 1. */
  payoutMultiple: string;
  /** Minimum probability at which the buy breaks even on average at this payout, rounded up. */
  breakEvenProbability: string;
  /** Payouts after later buys of other accounts, because odds are not locked. */
  laterBets: readonly LaterBet[];
}

/** Later buy by another account: on the same outcome it dilutes this one, on the other it adds to it. */
export interface LaterBet {
  amount: string;
  onSameOutcome: PayoutTerms;
  onOtherOutcome: PayoutTerms;
}

interface PayoutTerms {
  payoutIfWon: string;
  payoutMultiple: string;
}

export interface QuoteRequest {
  pools: Pools;
  outcome: MarketOutcome;
  /** Greater than 0. */
  amountBaseUnits: bigint;
  decimals: number;
}

/** Sizes of the later bets, in percent of both pools after the buy. */
const LATER_PERCENTAGES = [10n, 50n, 100n] as const;

/** Calculates a quote with the contract's integer arithmetic. */
export function computeQuote({ pools, outcome, amountBaseUnits, decimals }: QuoteRequest): Quote {
  const display = (amount: bigint): string => fromBaseUnits(amount, decimals);
  const bought = poolsAfter(pools, outcome, amountBaseUnits);
  const payout = computePayout(amountBaseUnits, sidesOf(bought, outcome));
  const payoutIn = (later: Pools): PayoutTerms => {
    const laterPayout = computePayout(amountBaseUnits, sidesOf(later, outcome));
    return { payoutIfWon: display(laterPayout), payoutMultiple: ratioDown(laterPayout, amountBaseUnits) };
  };
  return {
    outcome,
    amount: display(amountBaseUnits),
    yesPool: display(pools.yesBaseUnits),
    noPool: display(pools.noBaseUnits),
    impliedProbabilityBefore: impliedProbability(pools, outcome),
    impliedProbabilityAfter: impliedProbability(bought, outcome) ?? '1',
    payoutIfWon: display(payout),
    profitIfWon: display(payout - amountBaseUnits),
    payoutMultiple: ratioDown(payout, amountBaseUnits),
    breakEvenProbability: ratioUp(amountBaseUnits, payout),
    laterBets: LATER_PERCENTAGES.map((percentage) => {
      const later = laterAmount(bought, percentage);
      return {
        amount: display(later),
        onSameOutcome: payoutIn(poolsAfter(bought, outcome, later)),
        onOtherOutcome: payoutIn(poolsAfter(bought, outcome === 'YES' ? 'NO' : 'YES', later)),
      };
    }),
  };
}

/**
 * Lowest payout that is at least this multiple of the stake, both in base units. Payouts are whole base units, so the
 * product is rounded up without changing which payouts reach it.
 */
export function computeMinPayout(stakeBaseUnits: bigint, minMultiple: string): bigint {
  const [, fraction = ''] = minMultiple.split('.');
  const scale = 10n ** BigInt(fraction.length);
  const scaledMultiple = toBaseUnits(minMultiple, fraction.length) ?? 0n;
  return (stakeBaseUnits * scaledMultiple + scale - 1n) / scale;
}

/** Whether the buy's payout is at least this multiple of its stake, as the contract compares it. */
export function reachesMultiple(request: Omit<QuoteRequest, 'decimals'>, minMultiple: string): boolean {
  const { pools, outcome, amountBaseUnits } = request;
  const payout = computePayout(amountBaseUnits, sidesOf(poolsAfter(pools, outcome, amountBaseUnits), outcome));
  return payout >= computeMinPayout(amountBaseUnits, minMultiple);
}

/** At least one base unit. */
function laterAmount({ yesBaseUnits, noBaseUnits }: Pools, percentage: bigint): bigint {
  const amount = ((yesBaseUnits + noBaseUnits) * percentage) / 100n;
  return amount > 0n ? amount : 1n;
}
