import { markLaneChanged, WalletsRepository } from '@app/agents';
import { type Action, AppError } from '@app/common';
import { assertExecutionMove, awaitsReconciliation, type IntentStatus, MAY_BE_ARMED } from '@app/engine';
import { type Database, NOTIFICATION_CHANNEL, type SqlSession } from '@app/persistence';
import { IntentsRepository } from '../intents/intents.repository.js';

const CANCELLABLE: ReadonlySet<IntentStatus> = new Set(['preview', 'confirmed', 'executing']);

/**
 * Cancels an intent without an armed step. The lane's lock excludes a worker that is about to arm it. The compare-and-set
 * on `queued` detects one that has. An armed step that a failover lost is found when the records are reconciled with the chain:
 * nothing is cancelled before that. Safe to repeat.
 * @returns the action of the execution that was cancelled with it; null when there was none
 */
export async function cancelIntent(database: Database, intentId: string): Promise<Action | null> {
  for (;;) {
    // In a new transaction: the failed one has locked the intent, and lanes are locked before intents.
    const outcome = await database.transaction((tx) => tryToCancel(tx, intentId));
    if (outcome !== 'moved') return outcome;
  }
}

/** @returns `moved` when another request has moved the intent meanwhile */
async function tryToCancel(tx: SqlSession, intentId: string): Promise<Action | null | 'moved'> {
  const intent = await new IntentsRepository(tx).find(intentId);
  if (intent === null) throw new AppError('agent_intent_not_found');
  if (intent.status === 'cancelled') return null;
  if (!CANCELLABLE.has(intent.status)) {
    throw notCancellable(`The intent is ${intent.status} and can no longer be cancelled.`);
  }
  if (await awaitsReconciliation(tx)) throw notReconciled();
  if (intent.status === 'executing') await markLaneOfIntentChanged(tx, intentId);
  const row = await tx.queryOne(
    `UPDATE agent_intents SET status = 'cancelled', updated_at = now()
     WHERE id = $1 AND status = $2 RETURNING 1`,
    [intentId, intent.status],
  );
  if (row === null) return 'moved';
  if (intent.currentExecutionId === null || intent.status !== 'executing') return null;
  await cancelExecution(tx, intent.currentExecutionId);
  return intent.action;
}

async function markLaneOfIntentChanged(tx: SqlSession, intentId: string): Promise<void> {
  const wallet = await new WalletsRepository(tx).lockSharedByIntent(intentId);
  if (wallet === null) throw new Error('an executing intent has no wallet');
  await markLaneChanged(tx, wallet.id);
}

/** Does not use the engine's writer, which also writes steps: the API's database role may not. */
async function cancelExecution(tx: SqlSession, executionId: string): Promise<void> {
  assertExecutionMove('queued', 'cancelled');
  const row = await tx.queryOne(
    `UPDATE executions AS e SET status = 'cancelled', waiting_for = NULL, completed_at = now(), updated_at = now()
     WHERE id = $1 AND status = 'queued' AND NOT ${MAY_BE_ARMED} RETURNING 1`,
    [executionId],
  );
  if (row === null) throw notCancellable('The execution is under way and can no longer be cancelled: read its record.');
  await tx.query(`SELECT pg_notify('${NOTIFICATION_CHANNEL}', $1)`, [executionId]);
}

function notCancellable(message: string): AppError {
  return new AppError('agent_intent_status_invalid', { message });
}

function notReconciled(): AppError {
  const message =
    'After a failover of the database, records are being compared with the chain. Cancel the intent later.';
  return new AppError('overloaded', { message, retryAfterS: 60 });
}
