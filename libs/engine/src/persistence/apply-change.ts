import type { Action } from '@app/common';
import { EVENTS_APPENDED } from '@app/events';
import { NOTIFICATION_CHANNEL, type SqlSession } from '@app/persistence';
import { isFinished } from '../domain/execution.js';
import { FAILURE_TEXTS, toErrorCode } from '../domain/failure.js';
import {
  type Applied,
  type Arming,
  type Change,
  type Lease,
  LeaseLostError,
  StaleMoveError,
} from '../domain/ports/engine-store.js';
import { assertExecutionMove, assertStepMove, type StepStatus } from '../domain/states.js';
import {
  ARMING,
  type ArmingOutcome,
  FINAL_MOVE,
  MOVE,
  type MoveOutcome,
  RENEWAL,
  REOPENING,
} from './move-statements.js';

/** Applies one change. @throws LeaseLostError, StaleMoveError */
export async function applyChange(sql: SqlSession, lease: Lease, change: Change): Promise<Applied> {
  const [applied = new LeaseLostError(lease.laneId)] = await applyChanges(sql, lease, [change]);
  if (applied instanceof Error) throw applied;
  return applied;
}

/**
 * Moves executions of a lane and one step of each by compare-and-set, with one statement for those that are written alike. A
 * final move also ends the intent, and releases the lane if it has nothing else to do.
 */
export async function applyChanges(
  sql: SqlSession,
  lease: Lease,
  changes: readonly Change[],
): Promise<(Applied | Error)[]> {
  changes.forEach(assertLegal);
  const statements = [...new Set(changes.map(chooseStatement))];
  const written = await Promise.all(
    statements.map((statement) => {
      const alike = changes.filter((change) => chooseStatement(change) === statement);
      return sql.query<MoveOutcome>(statement, [JSON.stringify(alike.map((change) => toChangeRow(lease, change)))]);
    }),
  );
  const moved = new Map(written.flat().map((row) => [row.executionId, row.moved ? row : null]));
  const ended = changes.filter((change) => isFinal(change) && moved.get(change.executionId));
  // In a separate commit: commits that NOTIFY run one at a time, and this one writes nothing to disk.
  if (ended.length > 0)
    await sql.query(NOTIFY_SQL, [[...ended.map(({ executionId }) => executionId), EVENTS_APPENDED]]);
  const isHeld = written.flat().some(({ held }) => held);
  return changes.map(({ executionId }) => {
    const row = moved.get(executionId);
    if (row) return { writtenAtMs: row.writtenAtMs, released: row.released };
    return isHeld ? new StaleMoveError(executionId) : new LeaseLostError(lease.laneId);
  });
}

const NOTIFY_SQL = `SELECT pg_notify('${NOTIFICATION_CHANNEL}', key) FROM unnest($1::text[]) AS key`;

function chooseStatement(change: Change): string {
  if (isFinal(change)) return FINAL_MOVE;
  return change.step.body === undefined ? MOVE : RENEWAL;
}

function isFinal({ execution, from }: Change): boolean {
  return isFinished(execution?.to ?? from.execution);
}

export interface ArmedStep extends Pick<
  Arming,
  'idempotencyKey' | 'body' | 'contractAddress' | 'deadlineMs' | 'allowance'
> {
  seal: string;
  policyVersion: string;
  action: Action;
  /** Paused scopes that permit the step; null for a step that no pause stops. */
  pausedScopes: readonly string[] | null;
}

/** Whether policy and pauses are those that were given; if so, whether the step had the expected statuses, and is armed. */
export interface ArmingAttempt {
  readonly permitted: boolean;
  readonly moved: boolean;
  /** Time of the write, if there was one. */
  readonly armedAtMs: number;
}

/** Arms a planned step, or an approval without a row. @throws LeaseLostError */
export async function applyArming(
  sql: SqlSession,
  lease: Lease,
  change: Change,
  armed: ArmedStep,
): Promise<ArmingAttempt> {
  assertLegal(change);
  const parameters = [{ ...toChangeRow(lease, change), ...toArmedRow(armed) }];
  const { permitted, held, moved, writtenAtMs } = await sql.queryOneOrFail<ArmingOutcome>(ARMING, [
    JSON.stringify(parameters),
  ]);
  if (permitted && !held) throw new LeaseLostError(lease.laneId);
  return { permitted, moved, armedAtMs: writtenAtMs };
}

/**
 * Moves an executed execution and its intent back to unfinished, and makes its lane due. It needs no lease: no worker moves
 * an executed execution.
 * @returns false when the execution is not executed any more
 */
export async function applyReopening(tx: SqlSession, laneId: string, change: Change): Promise<boolean> {
  assertLegal(change);
  const row = await tx.queryOne<MoveOutcome>(REOPENING, [JSON.stringify([toChangeRow({ laneId }, change)])]);
  return row?.moved ?? false;
}

function assertLegal({ from, execution = {}, step }: Change): void {
  if (execution.to !== undefined && execution.to !== from.execution) assertExecutionMove(from.execution, execution.to);
  if (step.to !== undefined) assertStepMove(from.step, step.to);
}

/**
 * Moves that the next poll of provider or chain repeats, so that their commit may be asynchronous. Losing one in a server
 * crash equals a worker's crash at `answered_not_saved` or `mined_not_recorded`: a hash that was shown is gone until the
 * stored body is sent again. Moves of the execution wait for the disk, because clients may have read their event.
 */
const REPEATABLE_MOVES: ReadonlySet<StepStatus> = new Set(['sent', 'mined']);

/** Parameters of the statement. Undefined leaves a column as it is; null clears those that may be cleared. */
function toChangeRow(
  { laneId, fence }: Pick<Lease, 'laneId'> & Partial<Lease>,
  { executionId, from, execution = {}, step }: Change,
): Record<string, unknown> {
  const { failureReason } = execution;
  return {
    lane_id: laneId,
    fence,
    execution_id: executionId,
    repeatable: step.to !== undefined && REPEATABLE_MOVES.has(step.to) && execution.to === undefined,
    execution_from: from.execution,
    execution_to: execution.to ?? from.execution,
    waiting_for: execution.waitingFor,
    broadcast_performed: execution.broadcastPerformed ?? false,
    approve_transaction_hash: execution.approveTransactionHash,
    main_transaction_hash: execution.transactionHash,
    market_contract_address: execution.marketContractAddress,
    readback: execution.readback,
    readback_due_at_ms: execution.readbackDueAtMs,
    error_code: failureReason && toErrorCode(failureReason),
    error_message: failureReason && FAILURE_TEXTS[failureReason],
    tries: execution.tries,
    kind: step.kind,
    step_from: from.step,
    step_to: step.to ?? from.step,
    provider_transaction_id: step.providerTransactionId,
    provider_state: step.providerState,
    transaction_hash: step.transactionHash,
    foreign_hash: step.foreignHash,
    block_number: step.blockNumber,
    block_hash: step.blockHash,
    failure_reason: step.failure,
    acceleration_key: step.accelerationKey,
    body: step.body,
    seal: step.seal,
  };
}

function toArmedRow(armed: ArmedStep): Record<string, unknown> {
  return {
    idempotency_key: armed.idempotencyKey,
    body: armed.body,
    allowance_base_units: armed.allowance?.baseUnits,
    contract_address: armed.contractAddress,
    deadline_ms: armed.deadlineMs,
    seal: armed.seal,
    policy_version: armed.policyVersion,
    action: armed.action,
    paused_scopes: armed.pausedScopes,
  };
}
