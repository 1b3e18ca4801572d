import type { Action } from '@app/common';
import type { ExecutionStatus, IntentOutcome, IntentStatus } from '@app/engine';

export interface ActivityItem {
  type: 'intent' | 'execution';
  /** Id of the intent or of the execution. */
  id: string;
  intentId: string;
  action: Action;
  status: IntentStatus | ExecutionStatus;
  marketId: string;
  marketContractAddress: string | null;
  /** Display units. */
  amount: string | null;
  outcome: IntentOutcome | null;
  approveTransactionHash: string | null;
  transactionHash: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** Reason of the step that failed; null unless an execution failed. */
  failureReason: string | null;
  clientRequestId: string | null;
  /** Null for an intent of a client. */
  by: 'auto_claim' | null;
  /** Id of the market's record; null while the market is not indexed. */
  recordId: string | null;
  createdAt: Date;
  updatedAt: Date;
}
