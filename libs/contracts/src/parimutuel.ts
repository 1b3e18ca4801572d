import { fromBaseUnits } from '@app/common';
import type { MarketOutcome } from './outcome.js';

/** All stakes on each side, in base units. Claims do not lower them. */
export interface Pools {
  yesBaseUnits: bigint;
  noBaseUnits: bigint;
}

/** Fractional digits of ratios: probabilities and multiples. */
const RATIO_DIGITS = 18;
const ONE = 10n ** BigInt(RATIO_DIGITS);

/** The contract's `_payout`: the stake, and a share of the losing pool that is rounded down. The winning pool is not empty. */
export function payoutOf(stakeBaseUnits: bigint, pools: { winning: bigint; losing: bigint }): bigint {
  return stakeBaseUnits + (stakeBaseUnits * pools.losing) / pools.winning;
}

/** The pools after a stake was added. */
export function poolsAfter(pools: Pools, outcome: MarketOutcome, amountBaseUnits: bigint): Pools {
  return outcome === 'YES'
    ? { ...pools, yesBaseUnits: pools.yesBaseUnits + amountBaseUnits }
    : { ...pools, noBaseUnits: pools.noBaseUnits + amountBaseUnits };
}

/** The pool of an outcome, and the other one. */
export function sidesOf(pools: Pools, outcome: MarketOutcome): { winning: bigint; losing: bigint } {
  return outcome === 'YES'
    ? { winning: pools.yesBaseUnits, losing: pools.noBaseUnits }
    : { winning: pools.noBaseUnits, losing: pools.yesBaseUnits };
}

/** The share of an outcome's pool, a decimal from 0 to 1, rounded down; null while the pools are empty. */
export function impliedProbability(pools: Pools, outcome: MarketOutcome): string | null {
  const { winning, losing } = sidesOf(pools, outcome);
  return winning + losing === 0n ? null : ratioDown(winning, winning + losing);
}

/** A quotient as a decimal of 18 fractional digits, rounded down. */
export function ratioDown(part: bigint, whole: bigint): string {
  return fromBaseUnits((part * ONE) / whole, RATIO_DIGITS);
}

/** A quotient as a decimal of 18 fractional digits, rounded up. */
export function ratioUp(part: bigint, whole: bigint): string {
  return fromBaseUnits((part * ONE + whole - 1n) / whole, RATIO_DIGITS);
}
