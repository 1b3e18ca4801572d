import type { IntentStatus } from '@app/agents';
import { canonicalJson, type Json, sha256Hex } from '@app/common';
import { NOTIFICATION_CHANNEL, type Sql } from '@app/persistence';
import { EXECUTION_FAILED, FAILURE_TEXTS } from '../domain/failure.js';
import {
  type Change,
  type ExecutionChange,
  type Lease,
  StaleMoveError,
  type StepChange,
} from '../domain/ports/engine-store.js';
import { assertExecutionMove, assertStepMove, isFinal } from '../domain/states.js';
import { appendEvent } from './execution-events.js';
import { lockLane } from './lane-leases.js';

/** Moves an execution and one of its steps by compare-and-set, tells it, and at the end ends the intent as well. */
export async function applyChange(tx: Sql, lease: Lease, change: Change): Promise<void> {
  const { executionId, from, execution = {}, step, event } = change;
  const to = execution.to ?? from.execution;
  if (to !== from.execution) assertExecutionMove(from.execution, to);
  await lockLane(tx, lease);
  if (isFinal(to)) await endIntent(tx, executionId, to === 'executed' ? 'executed' : 'failed');
  await writeExecution(tx, change, execution);
  if (step !== undefined && from.step !== undefined) {
    if (step.to !== undefined) assertStepMove(from.step, step.to);
    await writeStep(tx, executionId, { ...step, from: from.step });
  }
  await appendEvent(tx, executionId, { type: event.type, data: { ...event.data, ...movesOf(change) } });
  if (isFinal(to)) await tx.query(`SELECT pg_notify('${NOTIFICATION_CHANNEL}', $1)`, [executionId]);
}

/** What the story tells of every move, so that rows can be checked against it. */
function movesOf({ execution = {}, step = {} }: Pick<Change, 'execution'> & { step?: Partial<StepChange> }): {
  [key: string]: Json;
} {
  return {
    ...(execution.to !== undefined && { status: execution.to }),
    ...(step.to !== undefined && { stepStatus: step.to }),
    ...(execution.readback && { readbackHash: sha256Hex(canonicalJson(execution.readback)) }),
  };
}

/** The lock order puts the intent before its execution. */
async function endIntent(tx: Sql, executionId: string, status: IntentStatus): Promise<void> {
  const row = await tx.queryOne(
    `UPDATE agent_intents SET status = $2::text, updated_at = now(),
       executed_at = CASE WHEN $2::text = 'executed' THEN now() ELSE executed_at END
     WHERE id = (SELECT intent_id FROM executions WHERE id = $1) AND status = 'executing' AND current_execution_id = $1
     RETURNING 1`,
    [executionId, status],
  );
  if (row === null) throw new StaleMoveError(executionId);
}

async function writeExecution(tx: Sql, { executionId, from }: Change, change: ExecutionChange): Promise<void> {
  const to = change.to ?? from.execution;
  const failure = change.failure ?? null;
  const row = await tx.queryOne(
    `UPDATE executions SET status = $3::text,
       waiting_for = CASE WHEN $4::boolean THEN $5::text ELSE waiting_for END,
       broadcast_performed = broadcast_performed OR $6,
       approve_transaction_hash = coalesce($7, approve_transaction_hash),
       transaction_hash = coalesce($8, transaction_hash),
       market_contract_address = coalesce($9, market_contract_address),
       readback = coalesce($10::jsonb, readback),
       readback_due_at = CASE WHEN $11::double precision IS NULL THEN readback_due_at ELSE to_timestamp($11 / 1000) END,
       error_code = coalesce($12, error_code), error_message = coalesce($13, error_message),
       retry_safe = CASE $3::text WHEN 'failed' THEN true WHEN 'executed' THEN false WHEN 'unknown' THEN false END,
       tries = coalesce($14, tries),
       completed_at = CASE WHEN $15::boolean THEN now() END,
       updated_at = now()
     WHERE id = $1 AND status = $2 RETURNING 1`,
    [
      executionId,
      from.execution,
      to,
      change.waitingFor !== undefined,
      change.waitingFor ?? null,
      change.broadcastPerformed ?? false,
      change.approveTransactionHash ?? null,
      change.transactionHash ?? null,
      change.marketContractAddress ?? null,
      (change.readback ?? null) === null ? null : JSON.stringify(change.readback),
      change.readbackDueAtMs ?? null,
      failure === null ? null : EXECUTION_FAILED,
      failure === null ? null : FAILURE_TEXTS[failure],
      change.tries ?? null,
      isFinal(to),
    ],
  );
  if (row === null) throw new StaleMoveError(executionId);
}

async function writeStep(tx: Sql, executionId: string, change: StepChange & { from: string }): Promise<void> {
  const row = await tx.queryOne(
    `UPDATE execution_steps SET status = $4,
       provider_transaction_id = CASE WHEN $5::boolean THEN $6::uuid ELSE provider_transaction_id END,
       provider_state = coalesce($7, provider_state),
       transaction_hash = coalesce($8, transaction_hash),
       block_number = CASE WHEN $9::boolean THEN $10::bigint ELSE block_number END,
       block_hash = CASE WHEN $9::boolean THEN $11::text ELSE block_hash END,
       failure_reason = coalesce($12, failure_reason),
       acceleration_key = CASE WHEN $13::boolean THEN $14::uuid ELSE acceleration_key END,
       accelerations = accelerations + CASE WHEN $14::uuid IS NULL THEN 0 ELSE 1 END,
       accelerated_at = CASE WHEN $14::uuid IS NULL THEN accelerated_at ELSE now() END,
       updated_at = now()
     WHERE execution_id = $1 AND kind = $2 AND status = $3 RETURNING 1`,
    [
      executionId,
      change.kind,
      change.from,
      change.to ?? change.from,
      change.providerTransactionId !== undefined,
      change.providerTransactionId ?? null,
      change.providerState ?? null,
      change.transactionHash ?? null,
      change.blockNumber !== undefined,
      change.blockNumber ?? null,
      change.blockHash ?? null,
      change.failure ?? null,
      change.accelerationKey !== undefined,
      change.accelerationKey ?? null,
    ],
  );
  if (row === null) throw new StaleMoveError(executionId);
  if ((change.transactionHash ?? null) === null) return;
  await tx.query(
    `INSERT INTO execution_transaction_hashes (execution_id, kind, transaction_hash) VALUES ($1, $2, $3)
     ON CONFLICT DO NOTHING`,
    [executionId, change.kind, change.transactionHash ?? null],
  );
}
