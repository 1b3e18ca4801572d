export type MarketOutcome = 'YES' | 'NO';

/** Outcomes as the contracts encode them. */
export const OUTCOME_NUMBER = { YES: 1, NO: 2 } as const satisfies Record<MarketOutcome, number>;

/** Decodes the contracts' uint8. Returns null for 0, which means no outcome. */
export function outcomeFromNumber(value: bigint): MarketOutcome | null {
  if (value === 1n) return 'YES';
  return value === 2n ? 'NO' : null;
}

/** Phases of a market's contract in the order of its enum: `MARKET_PHASES[Number(status)]`. */
export const MARKET_PHASES = ['open', 'closed', 'resolved', 'cancelled'] as const;
/** A market stays `open` after its close time until a transaction closes it. */
export type MarketPhase = (typeof MARKET_PHASES)[number];
