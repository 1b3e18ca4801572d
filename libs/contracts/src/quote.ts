import { fromBaseUnits, toBaseUnits } from '@app/common';
import type { MarketOutcome } from './outcome.js';
import { impliedProbability, payoutOf, type Pools, poolsAfter, ratioDown, ratioUp, sidesOf } from './parimutuel.js';

/** What a buy would bring at the pools of one block. Amounts are in display units, all are exact or say how they round. */
export interface Quote {
  outcome: MarketOutcome;
  amount: string;
  /** The pools before the buy. */
  yesPool: string;
  noPool: string;
  /** Of the outcome that is bought, rounded down; null while the pools are empty. */
  impliedProbabilityBefore: string | null;
  impliedProbabilityAfter: string;
  /** What the contract would pay for this stake if the market ended now with its outcome, the stake included. */
  payoutIfWon: string;
  profitIfWon: string;
  /** Payout by stake, rounded down; at least 1. */
  payoutMultiple: string;
  /** The outcome must be at least this likely for the buy not to lose on average at this payout; rounded up. */
  breakEvenProbability: string;
  /** The odds are not locked: what the payout becomes when others buy after it. */
  laterBets: readonly LaterBet[];
}

/** Somebody else's buy afterwards, on the same outcome, which dilutes this one, or on the other, which adds to it. */
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
  /** Of the collateral. */
  decimals: number;
}

/** Later bets that are shown, in percent of both pools after the buy. */
const LATER_PERCENTAGES = [10n, 50n, 100n] as const;

/** The contract's own arithmetic, to the last unit. */
export function quoteOf({ pools, outcome, amountBaseUnits, decimals }: QuoteRequest): Quote {
  const display = (amount: bigint): string => fromBaseUnits(amount, decimals);
  const bought = poolsAfter(pools, outcome, amountBaseUnits);
  const payout = payoutOf(amountBaseUnits, sidesOf(bought, outcome));
  const payoutIn = (later: Pools): PayoutTerms => {
    const laterPayout = payoutOf(amountBaseUnits, sidesOf(later, outcome));
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

/** Whether the buy would bring at least this multiple of its stake, to the last digit of either. */
export function reachesMultiple(request: Omit<QuoteRequest, 'decimals'>, minMultiple: string): boolean {
  const { pools, outcome, amountBaseUnits } = request;
  const payout = payoutOf(amountBaseUnits, sidesOf(poolsAfter(pools, outcome, amountBaseUnits), outcome));
  const [, fraction = ''] = minMultiple.split('.');
  const wanted = toBaseUnits(minMultiple, fraction.length) ?? 0n;
  return payout * 10n ** BigInt(fraction.length) >= wanted * amountBaseUnits;
}

/** Half a unit of a tiny pool is still one. */
function laterAmount({ yesBaseUnits, noBaseUnits }: Pools, percentage: bigint): bigint {
  const amount = ((yesBaseUnits + noBaseUnits) * percentage) / 100n;
  return amount > 0n ? amount : 1n;
}
