import { isFinished } from '@app/engine';
import { movedExecution, movedStep } from '../../../../libs/engine/src/domain/apply-locally.js';
import type { Change, ExecutionChange, StepChange } from '../../../../libs/engine/src/domain/ports/engine-store.js';
import type { Observer } from '../world/observer.js';
import type { ExecutionRow, StepRow } from './rows.js';

interface WriteContext {
  nowMs: number;
  observer: Observer;
}

/** Models the UPDATE of `executions`. Fields that the change does not name keep their value. */
export function writeExecution(
  row: ExecutionRow,
  { from, change, nowMs, observer }: WriteContext & { from: Change['from']; change: ExecutionChange },
): void {
  const to = change.to ?? from.execution;
  const moved = row.status !== to;
  Object.assign(row, movedExecution(row, { ...change, to }));
  row.broadcastPerformed ||= change.broadcastPerformed ?? false;
  if (change.approveTransactionHash !== undefined) row.approveTransactionHash = change.approveTransactionHash;
  if (change.transactionHash !== undefined) row.transactionHash = change.transactionHash;
  row.marketContractAddress = change.marketContractAddress ?? row.marketContractAddress;
  row.readback = change.readback ?? row.readback;
  row.readbackDueAtMs = change.readbackDueAtMs ?? row.readbackDueAtMs;
  row.failure = change.failureReason ?? row.failure;
  row.retrySafe = to === 'failed' ? true : to === 'executed' || to === 'unknown' ? false : null;
  row.completedAtMs = isFinished(to) ? nowMs : null;
  if (moved) observer.executionMoved(row, from.execution, to);
}

/** Models the constraint `execution_steps_armed_check`: a step that may be sent has key and body. */
export function isStatusAllowed(row: StepRow, status: StepRow['status']): boolean {
  const isOut = status === 'armed' || status === 'sent' || status === 'unknown';
  return !isOut || (row.idempotencyKey !== null && row.body !== null);
}

/** Models the UPDATE of `execution_steps` and the insert of each new transaction hash. */
export function writeStep(row: StepRow, { change, nowMs, observer }: WriteContext & { change: StepChange }): void {
  const from = row.status;
  Object.assign(row, movedStep(row, change, nowMs));
  if (change.blockNumber !== undefined) row.blockNumber = change.blockNumber;
  row.failure = change.failure ?? row.failure;
  if (row.status !== from) observer.stepMoved(row, from, row.status);
}
