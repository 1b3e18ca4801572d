import { EXECUTION_CHAIN, EXECUTION_MODE, isBuy, plainText } from '@app/common';
import { type ExecutionRecord, formatFailureMessage, toReportedFailure } from '@app/engine';
import type { ExecutionStepRecord, ExecutionWithSteps } from '@app/intents';
import { checksummed, present } from '../http/present.js';
import { ExecutionDto, type ExecutionWithStepsDto } from './execution.dto.js';
import { StepDto } from './step.dto.js';

export function presentExecution(execution: ExecutionRecord): ExecutionDto {
  return present(ExecutionDto, {
    ...execution,
    executionId: execution.id,
    type: 'execution',
    agentWalletAddress: checksummed(execution.agentWalletAddress),
    executionMode: EXECUTION_MODE,
    network: EXECUTION_CHAIN,
    approveTransactionHash: isBuy(execution.action) ? execution.approveTransactionHash : undefined,
    marketContractAddress: checksummed(execution.marketContractAddress),
    marketId: plainText(execution.marketId),
    coreMarketId: execution.recordId,
    failureReason: toReportedFailure(execution.failureReason),
    errorMessage: formatFailureMessage(execution),
    traceId: execution.traceParent?.split('-')[1] ?? null,
  });
}

export function presentExecutionWithSteps(execution: ExecutionWithSteps): ExecutionWithStepsDto {
  return { ...presentExecution(execution), steps: execution.steps.map(presentStep) };
}

function presentStep(step: ExecutionStepRecord): StepDto {
  const blockNumber = step.blockNumber === null ? null : Number(step.blockNumber);
  return present(StepDto, { ...step, blockNumber });
}
