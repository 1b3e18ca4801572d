import type { Quote } from '@app/contracts';
import type { IntentRequest } from './intent.js';
import type { AgentWallet } from '../wallets/agent-wallet.js';
import type { Check } from './check.js';

export interface ForecastSubject {
  /** The id that the intent will have: its ref on the chain follows from it. */
  intentId: string;
  request: IntentRequest;
  wallet: AgentWallet | null;
}

/** A quote, and the block whose pools it was made of. */
export interface PlacedQuote extends Quote {
  /** Lower-case. */
  marketContractAddress: string;
  asOfBlock: number;
}

export interface Forecast {
  checks: readonly Check[];
  /** For buys alone; null when the market's pools could not be read. */
  quote: PlacedQuote | null;
}

/** What execution will ask besides the wallet's own rules: whether it is on, and what the chain says. */
export abstract class ExecutionPreview {
  /** By the very evaluator that execution uses. Changes nothing; never rejects: what cannot be read is unknown. */
  abstract evaluate(subject: ForecastSubject): Promise<Forecast>;
}
