import { EXECUTION_CHAIN, EXECUTION_MODE, isBuy, plainText } from '@app/common';
import { type ExecutionRecord, formatFailureMessage, toReportedFailure } from '@app/engine';
import type { ExecutionStepRecord, ExecutionWithSteps } from '@app/intents';
import { checksummed } from '../http/present.js';
import type { ExecutionDto, ExecutionWithStepsDto } from './execution.dto.js';
import type { StepDto } from './step.dto.js';

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
    core_market_id: execution.recordId,
    amount: execution.amount,
    outcome: execution.outcome,
    readback: execution.readback,
    error_code: execution.errorCode,
    failure_reason: toReportedFailure(execution.failureReason),
    error_message: formatFailureMessage(execution),
    retry_safe: execution.retrySafe,
    waiting_for: execution.waitingFor,
    trace_id: execution.traceParent?.split('-')[1] ?? null,
    created_at: execution.createdAt.toISOString(),
    updated_at: execution.updatedAt.toISOString(),
    completed_at: execution.completedAt?.toISOString() ?? null,
  };
}

export function presentExecutionWithSteps(execution: ExecutionWithSteps): ExecutionWithStepsDto {
  return { ...presentExecution(execution), steps: execution.steps.map(presentStep) };
}

export function presentStep(step: ExecutionStepRecord): StepDto {
  return {
    kind: step.kind,
    status: step.status,
    armed_at: step.armedAt?.toISOString() ?? null,
    last_sent_at: step.lastSentAt?.toISOString() ?? null,
    deadline: step.deadline?.toISOString() ?? null,
    transaction_hash: step.transactionHash,
    block_number: step.blockNumber === null ? null : Number(step.blockNumber),
    block_hash: step.blockHash,
  };
}
