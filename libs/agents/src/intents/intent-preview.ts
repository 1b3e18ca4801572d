import type { Quote } from '@app/contracts';
import type { Check } from './check.js';

/** A quote and the block of the pools that it was computed from. */
export interface PlacedQuote extends Quote {
  /** Lower-case. */
  marketContractAddress: string;
  asOfBlock: number;
}

/** Outcome of executing an intent, evaluated before it is executed. */
export interface IntentPreview {
  checks: readonly Check[];
  /** For buys only; null when the market's pools could not be read. */
  quote: PlacedQuote | null;
}
