export type MarketOutcome = 'YES' | 'NO';

/** Outcomes as the contracts encode them. */
export const OUTCOME_NUMBER = { YES: 1, NO: 2 } as const satisfies Record<MarketOutcome, number>;

/** Decodes the contracts' uint8. Returns null for 0, which means no outcome. */
export function outcomeFromNumber(value: bigint): MarketOutcome | null {
  if (value === 1n) return 'YES';
  return value === 2n ? 'NO' : null;
}

/** Phases of a market's contract in the order of its enum: `CONTRACT_PHASES[Number(status)]`. */
export const CONTRACT_PHASES = ['open', 'closed', 'resolved', 'cancelled'] as const;
