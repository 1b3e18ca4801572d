import type { ExecutionRecord } from '@app/agents';
import { EXECUTION_CHAIN, EXECUTION_MODE, isBuy } from '@app/common';
import { checksummed, timestampOf } from '../../http/present.js';
import type { ExecutionBody } from './execution.shape.js';

export function presentExecution(execution: ExecutionRecord): ExecutionBody {
  return {
    execution_id: execution.id,
    intent_id: execution.intentId,
    agent_id: execution.agentId,
    agent_wallet_address: checksummed(execution.agentWalletAddress),
    action: execution.action,
    attempt: execution.attempt,
    status: execution.status,
    execution_mode: EXECUTION_MODE,
    network: EXECUTION_CHAIN,
    broadcast_performed: execution.broadcastPerformed,
    ...approvalOf(execution),
    transaction_hash: execution.transactionHash,
    market_contract_address: checksummed(execution.marketContractAddress),
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

/** Only buys have an approval, and only for them is the key there. */
function approvalOf(
  record: Pick<ExecutionRecord, 'action' | 'approveTransactionHash'>,
): Pick<ExecutionBody, 'approve_transaction_hash'> {
  return isBuy(record.action) ? { approve_transaction_hash: record.approveTransactionHash } : {};
}
