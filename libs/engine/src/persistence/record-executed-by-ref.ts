import { markLaneChanged, WalletsRepository } from '@app/agents';
import { computeRef } from '@app/chain';
import { type Action, newId } from '@app/common';
import type { SqlSession } from '@app/persistence';

/**
 * Records an execution of an intent whose ref was used on the chain: the database has lost its execution, or has only failed
 * and cancelled ones. The worker's simulation then finds the ref used and records the transaction, so nothing is sent. Safe to
 * repeat.
 * @returns false when the record already has the execution
 */
export async function recordExecutedByRef(tx: SqlSession, intentId: string): Promise<boolean> {
  const wallet = await new WalletsRepository(tx).lockSharedByIntent(intentId);
  if (wallet === null || wallet.agentWalletAddress === null) return false;
  await markLaneChanged(tx, wallet.id);
  const executionId = newId('agent_execution');
  const intent = await tx.queryOne<{ action: Action }>(
    `UPDATE agent_intents SET status = 'executing', current_execution_id = $2, executions_count = executions_count + 1,
       confirmed_at = coalesce(confirmed_at, now()), updated_at = now()
     WHERE id = $1 AND status IN ('preview', 'confirmed', 'failed', 'cancelled') RETURNING action`,
    [intentId, executionId],
  );
  if (intent === null) return false;
  await tx.query(
    `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref,
       market_contract_address)
     SELECT $1, id, agent_id, $3, $4, action, executions_count, $5, market_contract_address FROM agent_intents WHERE id = $2`,
    [executionId, intentId, wallet.id, wallet.agentWalletAddress, computeRef(intentId)],
  );
  await tx.query(`INSERT INTO execution_steps (execution_id, kind) VALUES ($1, 'main')`, [executionId]);
  return true;
}
