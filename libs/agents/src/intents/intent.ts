import type { Action } from '@app/common';
import type { Check } from './check.js';
import type { PlacedQuote } from './execution-preview.js';
import type { ExecutionStatus } from '../executions/execution.js';

export const INTENT_STATUSES = ['preview', 'confirmed', 'executing', 'executed', 'failed', 'cancelled'] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

export type IntentOutcome = 'yes' | 'no';

/** What an agent asks for, normalised: equal requests have equal fields. What its action does not use is null. */
export interface IntentRequest {
  agentId: string;
  action: Action;
  /** Addresses are lower-case throughout. */
  userWallet: string;
  /** The caller's own name of the market; for create_market also its id on the chain. */
  marketId: string;
  marketContractAddress: string | null;
  /** Display units, without leading or trailing zeros; never finer than the collateral. */
  amount: string | null;
  /** Of a buy: the payout by stake that it must still bring when it is sent; null: whatever it brings. */
  minMultiple: string | null;
  outcome: IntentOutcome | null;
  resolver: string | null;
  collateralToken: string | null;
  /** Whole seconds. */
  closeTimestamp: Date | null;
  question: string | null;
  sourceClient: string | null;
  clientRequestId: string | null;
}

/** One row of agent_intents, with the status of its latest execution. */
export interface IntentRecord extends IntentRequest {
  /** `agent_intent_…` */
  id: string;
  status: IntentStatus;
  /** SHA-256 of the normalised request, compared when its idempotency key comes again. */
  requestHash: string;
  warnings: readonly string[];
  currentExecutionId: string | null;
  executionsCount: number;
  latestExecutionStatus: ExecutionStatus | null;
  createdAt: Date;
  updatedAt: Date;
  confirmedAt: Date | null;
  executedAt: Date | null;
}

/** What was foreseen when the intent was made. */
export interface IntentPreview {
  checks: readonly Check[];
  /** Null for all but buys, and when the market's pools could not be read. */
  quote: PlacedQuote | null;
}

/** An intent with its preview; null for one that was made before there were any. */
export interface PreviewedIntent extends IntentRecord {
  preview: IntentPreview | null;
}
