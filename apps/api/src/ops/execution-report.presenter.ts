import type { ExecutionReport, HashReport, HistoryEntry, StepReport } from '@app/operations';
import { scalarFields } from '@app/common';
import { checksummed, present } from '../http/present.js';
import { presentExecution } from '../intents/execution.presenter.js';
import {
  type ExecutionEventDto,
  type ExecutionReportDto,
  ExecutionStepDto,
  StepHashDto,
} from './execution-report.dto.js';

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
  return present(ExecutionStepDto, {
    ...step,
    blockNumber: step.blockNumber === null ? null : Number(step.blockNumber),
    contractAddress: checksummed(step.contractAddress),
    hashes: hashes.map((hash) => present(StepHashDto, hash)),
  });
}

function presentEvent({ seq, at, type, data }: HistoryEntry): ExecutionEventDto {
  return { seq, at: at.toISOString(), type, data: scalarFields(JSON.parse(data)) };
}
