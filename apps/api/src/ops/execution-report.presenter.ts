import type { ExecutionReport, HashReport, HistoryEntry, StepReport } from '@app/operations';
import { scalarFields } from '@app/common';
import { checksummed } from '../http/present.js';
import { presentExecution, presentStep } from '../intents/execution.presenter.js';
import type { ExecutionEventDto, ExecutionReportDto, ExecutionStepDto } from './execution-report.dto.js';

export function presentExecutionReport({ execution, steps, hashes, events }: ExecutionReport): ExecutionReportDto {
  return {
    ...presentExecution(execution),
    ref: execution.ref,
    request_id: execution.requestId,
    tries: execution.tries,
    steps: steps.map((step) =>
      presentStepReport(
        step,
        hashes.filter(({ kind }) => kind === step.kind),
      ),
    ),
    events: events.map(presentEvent),
  };
}

function presentStepReport(step: StepReport, hashes: readonly HashReport[]): ExecutionStepDto {
  return {
    ...presentStep(step),
    send_attempts: step.sendAttempts,
    accelerations: step.accelerations,
    contract_address: checksummed(step.contractAddress),
    provider_transaction_id: step.providerTransactionId,
    provider_state: step.providerState,
    failure_reason: step.failureReason,
    hashes: hashes.map(({ transactionHash, seenAt, isForeign }) => ({
      transaction_hash: transactionHash,
      seen_at: seenAt.toISOString(),
      is_foreign: isForeign,
    })),
  };
}

function presentEvent({ seq, at, type, data }: HistoryEntry): ExecutionEventDto {
  return { seq, at: at.toISOString(), type, data: scalarFields(JSON.parse(data)) };
}
