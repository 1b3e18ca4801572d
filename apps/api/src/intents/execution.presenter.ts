import type { ExecutionRecord } from '@app/agents';
import { EXECUTION_CHAIN, EXECUTION_MODE, isBuy } from '@app/common';
import { checksummed } from '../http/present.js';
import type { ExecutionDto } from './execution.dto.js';

export function presentExecution(execution: ExecutionRecord): ExecutionDto {
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
    ...(isBuy(execution.action) && { approve_transaction_hash: execution.approveTransactionHash }),
    transaction_hash: execution.transactionHash,
    market_contract_address: checksummed(execution.marketContractAddress),
    readback: execution.readback,
    error_code: execution.errorCode,
    error_message: execution.errorMessage,
    retry_safe: execution.retrySafe,
    waiting_for: execution.waitingFor,
    created_at: execution.createdAt.toISOString(),
    updated_at: execution.updatedAt.toISOString(),
    completed_at: execution.completedAt?.toISOString() ?? null,
  };
}
