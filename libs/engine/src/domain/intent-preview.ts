import type { MarketQuote } from '@app/markets';
import type { Check } from './check.js';

/** Outcome of executing an intent, evaluated before it is executed. */
export interface IntentPreview {
  checks: readonly Check[];
  /** Whether the market's allowance covered the stake, so that the buy needs no approval. */
  isApproved: boolean;
  /** For buys only; null when the market's pools could not be read. */
  quote: MarketQuote | null;
  /** Open markets that may ask the question of a new one, the most similar first. Absent for other actions. */
  similarMarkets?: readonly { id: string; title: string; score: number }[];
  /** Null when the price of gas could not be read, which says nothing of who pays. Absent in older previews. */
  fee?: ExecutionFee | null;
}

/** What the gas of an action costs the agent's wallet, at the block of its preview. Amounts in native coins. */
export interface ExecutionFee {
  /** Gas that its transactions use at most. */
  gasLimit: number;
  /** Wei. */
  maxFeePerGas: string;
  /** `gasLimit` at `maxFeePerGas`. */
  maxCost: string;
  /** Measured gas at the present price. */
  estimatedCost: string;
  /** Null while the wallet has no address. */
  nativeBalance: string | null;
  /** How many such actions the balance pays for; null while the wallet has no address. */
  executionsLeft: number | null;
  /** Whether the custody sends gas to wallets that lack it. */
  sponsored: boolean;
  asOfBlock: number;
}
