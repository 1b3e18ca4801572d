import type { Action } from '@app/common';
import type { ExecutionStatus } from '../executions/execution.js';
import type { IntentOutcome, IntentStatus } from '../intents/intent.js';

/** Something that an agent asked for, or one attempt at it. */
export interface ActivityItem {
  type: 'intent' | 'execution';
  /** The intent's or the execution's own id. */
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
  createdAt: Date;
  updatedAt: Date;
}
