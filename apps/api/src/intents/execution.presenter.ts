import { type ExecutionRecord, failureMessageOf, reportedFailureOf } from '@app/agents';
import { EXECUTION_CHAIN, EXECUTION_MODE, isBuy, plainText } from '@app/common';
import { checksummed } from '../http/present.js';
import type { ExecutionDto } from './execution.dto.js';

export function presentExecution(execution: ExecutionRecord): ExecutionDto {
  return {
    execution_id: execution.id,
    intent_id: execution.intentId,
    id: execution.id,
    type: 'execution',
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
    market_id: plainText(execution.marketId),
    core_market_id: execution.coreMarketId,
    amount: execution.amount,
    outcome: execution.outcome,
    readback: execution.readback,
    error_code: execution.errorCode,
    failure_reason: reportedFailureOf(execution.failure),
    error_message: failureMessageOf(execution),
    retry_safe: execution.retrySafe,
    waiting_for: execution.waitingFor,
    created_at: execution.createdAt.toISOString(),
    updated_at: execution.updatedAt.toISOString(),
    completed_at: execution.completedAt?.toISOString() ?? null,
  };
}
