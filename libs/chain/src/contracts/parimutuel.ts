import { fromBaseUnits } from '@app/common';
import type { MarketOutcome } from './outcome.js';

/** Total stakes on each outcome, in base units. Claims do not lower them. */
export interface Pools {
  yesBaseUnits: bigint;
  noBaseUnits: bigint;
}

/** Fractional digits of ratios: probabilities and multiples. */
const RATIO_DIGITS = 18;
const ONE = 10n ** BigInt(RATIO_DIGITS);

/** Same as the contract's `_payout`: stake plus its share of the losing pool, rounded down. The winning pool is not empty. */
export function computePayout(stakeBaseUnits: bigint, pools: { winning: bigint; losing: bigint }): bigint {
  return stakeBaseUnits + (stakeBaseUnits * pools.losing) / pools.winning;
}

export function poolsAfter(pools: Pools, outcome: MarketOutcome, amountBaseUnits: bigint): Pools {
  return outcome === 'YES'
    ? { ...pools, yesBaseUnits: pools.yesBaseUnits + amountBaseUnits }
    : { ...pools, noBaseUnits: pools.noBaseUnits + amountBaseUnits };
}

/** Pool of an outcome as winning, the other as losing. */
export function sidesOf(pools: Pools, outcome: MarketOutcome): { winning: bigint; losing: bigint } {
  return outcome === 'YES'
    ? { winning: pools.yesBaseUnits, losing: pools.noBaseUnits }
    : { winning: pools.noBaseUnits, losing: pools.yesBaseUnits };
}

/** Share of an outcome's pool, a decimal from 0 to 1, rounded down. Null while both pools are empty. */
export function impliedProbability(pools: Pools, outcome: MarketOutcome): string | null {
  const { winning, losing } = sidesOf(pools, outcome);
  return winning + losing === 0n ? null : ratioDown(winning, winning + losing);
}

/** Quotient as a decimal with 18 fractional digits, rounded down. */
export function ratioDown(part: bigint, whole: bigint): string {
  return fromBaseUnits((part * ONE) / whole, RATIO_DIGITS);
}

/** Quotient as a decimal with 18 fractional digits, rounded up. */
export function ratioUp(part: bigint, whole: bigint): string {
  return fromBaseUnits((part * ONE + whole - 1n) / whole, RATIO_DIGITS);
}
