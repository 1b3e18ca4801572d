import type { ExecutionRecord } from '@app/agents';
import { EXECUTION_CHAIN, EXECUTION_MODE, isBuy } from '@app/common';
import { addressOf, timestampOf } from '../http/present.js';
import type { ExecutionDto } from './execution.dto.js';

export function presentExecution(execution: ExecutionRecord): ExecutionDto {
  return {
    execution_id: execution.id,
    intent_id: execution.intentId,
    agent_id: execution.agentId,
    agent_wallet_address: addressOf(execution.agentWalletAddress),
    action: execution.action,
    attempt: execution.attempt,
    status: execution.status,
    execution_mode: EXECUTION_MODE,
    network: EXECUTION_CHAIN,
    broadcast_performed: execution.broadcastPerformed,
    ...presentApproval(execution),
    transaction_hash: execution.transactionHash,
    market_contract_address: addressOf(execution.marketContractAddress),
    readback: execution.readback,
    error_code: execution.errorCode,
    error_message: execution.errorMessage,
    retry_safe: execution.retrySafe,
    waiting_for: execution.waitingFor,
    created_at: timestampOf(execution.createdAt),
    updated_at: timestampOf(execution.updatedAt),
    completed_at: timestampOf(execution.completedAt),
  };
}

/** The key is present for buys only. */
export function presentApproval({
  action,
  approveTransactionHash,
}: Pick<ExecutionRecord, 'action' | 'approveTransactionHash'>): Pick<ExecutionDto, 'approve_transaction_hash'> {
  return isBuy(action) ? { approve_transaction_hash: approveTransactionHash } : {};
}
