export type MarketOutcome = 'YES' | 'NO';

/** How the contracts write an outcome. */
export const OUTCOME_NUMBER = { YES: 1, NO: 2 } as const satisfies Record<MarketOutcome, number>;

/** Reads a uint8 of the contracts: null for 0, which says that there is no outcome. */
export function outcomeFromNumber(value: bigint): MarketOutcome | null {
  if (value === 1n) return 'YES';
  return value === 2n ? 'NO' : null;
}

/** In the order of the contract's enum: `MARKET_STATUSES[Number(status)]`. */
export const MARKET_STATUSES = ['open', 'closed', 'resolved', 'cancelled'] as const;
