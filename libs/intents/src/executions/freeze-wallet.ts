import { FROZEN_ACTIONS, markLaneChanged, WalletsRepository } from '@app/agents';
import { type Action, AppError } from '@app/common';
import { assertExecutionMove, MAY_BE_ARMED } from '@app/engine';
import { NOTIFICATION_CHANNEL, type SqlSession } from '@app/persistence';

/**
 * Freezes a wallet in the caller's transaction, and cancels executions of the frozen actions that are not armed. The locks of
 * wallet and lane exclude acceptances and workers that are about to arm. Executions that are armed continue. So do those that
 * may have been armed before a failover: a worker finds their effect, or refuses to arm them. Safe to repeat.
 * @returns the actions of the executions that were cancelled
 */
export async function freezeWallet(tx: SqlSession, agentId: string): Promise<readonly Action[]> {
  const wallets = new WalletsRepository(tx);
  const wallet = await wallets.lockByAgentId(agentId);
  if (wallet === null) throw new AppError('agent_wallet_not_found');
  if (wallet.frozenAt !== null) return [];
  await wallets.freeze(wallet.id);
  await markLaneChanged(tx, wallet.id);
  await tx.query(CANCEL_UNCONFIRMED_SQL, [agentId, FROZEN_ACTIONS]);
  assertExecutionMove('queued', 'cancelled');
  const cancelled = await tx.query<{ action: Action }>(CANCEL_QUEUED_SQL, [
    agentId,
    FROZEN_ACTIONS,
    NOTIFICATION_CHANNEL,
  ]);
  return cancelled.map(({ action }) => action);
}

const CANCEL_UNCONFIRMED_SQL = `
  UPDATE agent_intents SET status = 'cancelled', updated_at = now()
  WHERE agent_id = $1 AND action = ANY ($2::text[]) AND status IN ('preview', 'confirmed')`;

/** Locks intents before executions. The lane's lock keeps the executions queued meanwhile. */
const CANCEL_QUEUED_SQL = `
  WITH intent AS (
    UPDATE agent_intents AS i SET status = 'cancelled', updated_at = now()
    FROM executions AS e
    WHERE i.agent_id = $1 AND i.action = ANY ($2::text[]) AND i.status = 'executing'
      AND e.id = i.current_execution_id AND e.status = 'queued' AND NOT ${MAY_BE_ARMED}
    RETURNING i.current_execution_id AS execution_id),
  execution AS (
    UPDATE executions AS e SET status = 'cancelled', waiting_for = NULL, completed_at = now(), updated_at = now()
    FROM intent WHERE e.id = intent.execution_id AND e.status = 'queued' RETURNING e.id, e.action)
  SELECT action, pg_notify($3, id) FROM execution`;
