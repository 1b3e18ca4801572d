export type MarketOutcome = 'YES' | 'NO';

/** Outcomes as the contracts encode them. */
export const OUTCOME_NUMBER = { YES: 1, NO: 2 } as const satisfies Record<MarketOutcome, number>;

/** Decodes the contracts' uint8. Returns null for 0, which means no outcome. */
export function outcomeFromNumber(value: bigint): MarketOutcome | null {
  if (value === 1n) return 'YES';
  return value === 2n ? 'NO' : null;
}

/** Statuses in the order of the contract's enum: `MARKET_STATUSES[Number(status)]`. */
export const MARKET_STATUSES = ['open', 'closed', 'resolved', 'cancelled'] as const;
