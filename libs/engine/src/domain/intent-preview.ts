import type { MarketQuote } from '@app/markets';
import type { Check } from './check.js';

/** Outcome of executing an intent, evaluated before it is executed. */
export interface IntentPreview {
  checks: readonly Check[];
  /** Whether the market's allowance covered the stake, so that the buy needs no approval. */
  isApproved: boolean;
  /** For buys only; null when the market's pools could not be read. */
  quote: MarketQuote | null;
  /** Most that the gas of the action costs, native coins; null when it could not be read. Absent in older previews. */
  gasCost?: string | null;
  /** Open markets that may ask the question of a new one, the most similar first. Absent for other actions. */
  similarMarkets?: readonly { id: string; title: string; score: number }[];
}
