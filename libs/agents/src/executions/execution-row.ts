import type { Action } from '@app/common';
import type { ExecutionRecord, ExecutionStatus, Readback, WaitingReason } from './execution.js';

/** The columns of `executions` that a record is made of, for statements that select them by name. */
export const EXECUTION_COLUMNS = [
  'id',
  'seq',
  'intent_id',
  'agent_id',
  'lane_id',
  'agent_wallet_address',
  'action',
  'attempt',
  'status',
  'ref',
  'market_contract_address',
  'broadcast_performed',
  'approve_transaction_hash',
  'transaction_hash',
  'readback',
  'error_code',
  'error_message',
  'retry_safe',
  'waiting_for',
  'tries',
  'request_id',
  'created_at',
  'updated_at',
  'completed_at',
].join(', ');

/** A type rather than an interface, so that it fits what the driver calls a row. */
export type ExecutionRow = {
  id: string;
  seq: string;
  intent_id: string;
  agent_id: string;
  lane_id: string;
  agent_wallet_address: string;
  action: Action;
  attempt: number;
  status: ExecutionStatus;
  ref: string;
  market_contract_address: string | null;
  broadcast_performed: boolean;
  approve_transaction_hash: string | null;
  transaction_hash: string | null;
  readback: Readback | null;
  error_code: string | null;
  error_message: string | null;
  retry_safe: boolean | null;
  waiting_for: WaitingReason | null;
  tries: number;
  request_id: string | null;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
};

export function toExecutionRecord(row: ExecutionRow): ExecutionRecord {
  return {
    id: row.id,
    seq: BigInt(row.seq),
    intentId: row.intent_id,
    agentId: row.agent_id,
    laneId: row.lane_id,
    agentWalletAddress: row.agent_wallet_address,
    action: row.action,
    attempt: row.attempt,
    status: row.status,
    ref: row.ref,
    marketContractAddress: row.market_contract_address,
    broadcastPerformed: row.broadcast_performed,
    approveTransactionHash: row.approve_transaction_hash,
    transactionHash: row.transaction_hash,
    readback: row.readback,
    errorCode: row.error_code,
    errorMessage: row.error_message,
    retrySafe: row.retry_safe,
    waitingFor: row.waiting_for,
    tries: row.tries,
    requestId: row.request_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    completedAt: row.completed_at,
  };
}
