import type { ExecutionRecord } from '@app/engine';

/** Public part of a step of an execution. A type, so that it can be the row of a query. */
export type ExecutionStepRecord = {
  executionId: string;
  kind: string;
  status: string;
  armedAt: Date | null;
  lastSentAt: Date | null;
  /** Last second at which the contract accepts the call. */
  deadline: Date | null;
  transactionHash: string | null;
  /** Block of the receipt. */
  blockNumber: string | null;
  blockHash: string | null;
};

export type ExecutionWithSteps = ExecutionRecord & { steps: readonly ExecutionStepRecord[] };

/** Select list of an `ExecutionStepRecord` from `execution_steps`. */
export const STEP_COLUMNS = `execution_id AS "executionId", kind, status, armed_at AS "armedAt",
    last_sent_at AS "lastSentAt", deadline, transaction_hash AS "transactionHash", block_number AS "blockNumber",
    block_hash AS "blockHash"`;
