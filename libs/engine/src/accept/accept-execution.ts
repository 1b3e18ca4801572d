import { checkPermitted, checkWalletReady, findIntent, type IntentRecord, shareWalletOfIntent } from '@app/agents';
import { AppError, isBuy, newId } from '@app/common';
import { refOf } from '@app/contracts';
import type { Sql } from '@app/persistence';
import { appendEvent } from '../persistence/execution-events.js';
import { bumpLane } from '../persistence/lane-leases.js';
import { pausedActions } from '../persistence/lane-work.query.js';
import { isProviderUsable } from '../persistence/provider-account.js';

export interface Accepted {
  executionId: string;
  laneId: string;
  laneVersion: string;
}

export interface Acceptance {
  intentId: string;
  requestId: string;
  executionEnabled: boolean;
}

export function notConfirmed(intent: IntentRecord): AppError {
  return new AppError('agent_intent_not_confirmed', {
    extra: { intent_status: intent.status, execution_status: intent.latestExecutionStatus },
    headers: { Location: `/agent/intents/${intent.id}/executions` },
  });
}

/**
 * All of it or nothing: the checks in the contract's order under the wallet's lock, the intent's move by compare-and-set,
 * the execution with its steps, and the lane's new version. Of simultaneous calls one gets the intent.
 */
export async function acceptExecution(tx: Sql, intent: IntentRecord, acceptance: Acceptance): Promise<Accepted> {
  const wallet = await shareWalletOfIntent(tx, intent.id);
  if (wallet === null) throw new AppError('agent_wallet_missing');
  const refusal = checkWalletReady(wallet) ?? checkPermitted(wallet, intent);
  if (refusal !== null) throw new AppError(refusal);
  await refusePaused(tx, intent, wallet.paused);
  if (!acceptance.executionEnabled) throw new AppError('provider_agent_wallet_execution_not_enabled');
  if (!(await isProviderUsable(tx))) throw new AppError('agent_execution_config_invalid');

  const laneVersion = await bumpLane(tx, wallet.id);
  const executionId = newId('agent_execution');
  await claimIntent(tx, intent.id, executionId);
  await tx.query(
    `INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref,
       market_contract_address, request_id, waiting_for)
     SELECT $1, i.id, i.agent_id, $3, $4, i.action, i.executions_count, $5, i.market_contract_address, $6,
       CASE WHEN EXISTS (SELECT 1 FROM executions AS e WHERE e.lane_id = $3
         AND e.status IN ('queued', 'submitting', 'broadcast', 'unknown')) THEN 'lane' END
     FROM agent_intents AS i WHERE i.id = $2`,
    [executionId, intent.id, wallet.id, wallet.agentWalletAddress, refOf(intent.id), acceptance.requestId],
  );
  const kinds = isBuy(intent.action) ? ['approve', 'main'] : ['main'];
  await tx.query('INSERT INTO execution_steps (execution_id, kind) SELECT $1, unnest($2::text[])', [
    executionId,
    kinds,
  ]);
  await appendEvent(tx, executionId, {
    type: 'execution.accepted',
    data: { intentId: intent.id, action: intent.action, status: 'queued' },
  });
  return { executionId, laneId: wallet.id, laneVersion };
}

/** Paused by an operator: the intent stays confirmed and can be executed when the pause is over. */
async function refusePaused(tx: Sql, { action }: IntentRecord, agentPaused: boolean): Promise<void> {
  const rows = await tx.query<{ scope: string; paused: boolean }>(
    `SELECT scope, paused FROM execution_pauses WHERE scope IN ('global', $1) ORDER BY scope FOR SHARE`,
    [action],
  );
  const scopes = rows.filter(({ paused }) => paused).map(({ scope }) => scope);
  if (pausedActions(scopes, agentPaused).includes(action)) {
    throw new AppError('agent_policy_violation', { message: 'Execution of this action is paused by an operator.' });
  }
}

async function claimIntent(tx: Sql, intentId: string, executionId: string): Promise<void> {
  const row = await tx.queryOne(
    `UPDATE agent_intents SET status = 'executing', current_execution_id = $2, executions_count = executions_count + 1,
       updated_at = now()
     WHERE id = $1 AND status = 'confirmed' RETURNING 1`,
    [intentId, executionId],
  );
  if (row !== null) return;
  const intent = await findIntent(tx, intentId);
  throw intent === null ? new AppError('agent_intent_not_found') : notConfirmed(intent);
}
