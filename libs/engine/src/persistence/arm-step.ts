import {
  checkPermitted,
  checkWalletReady,
  type IntentStatus,
  toAgentWallet,
  WALLET_COLUMNS,
  type WalletRow,
} from '@app/agents';
import { type Action, type ErrorCode, sha256Hex } from '@app/common';
import type { Sql } from '@app/persistence';
import type { FailureReason } from '../domain/failure.js';
import { type Arming, type ArmingResult, type Lease, StaleMoveError } from '../domain/ports/engine-store.js';
import { appendEvent } from './execution-events.js';
import { lockLane } from './lane-leases.js';
import { pausedActions } from './lane-work.query.js';

type SubjectRow = { action: Action; amount: string | null; status: IntentStatus; current_execution_id: string | null };

/**
 * The point after which the provider may act. One transaction holds the wallet's and the pauses' rows against change,
 * judges them anew, proves the fence, and stores key and body; so between the check and the act there is no gap.
 */
export async function armStep(tx: Sql, lease: Lease, arming: Arming): Promise<ArmingResult> {
  const wallet = await tx.queryOne<WalletRow>(`SELECT ${WALLET_COLUMNS} FROM agent_wallets WHERE id = $1 FOR SHARE`, [
    lease.laneId,
  ]);
  if (wallet === null) throw new StaleMoveError(arming.executionId);
  const pausedScopes = await pausedUnderLock(tx, arming.executionId);
  await lockLane(tx, lease);
  const subject = await tx.queryOne<SubjectRow>(
    `SELECT i.action, i.amount, i.status, i.current_execution_id
     FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id WHERE e.id = $1 FOR SHARE OF i`,
    [arming.executionId],
  );
  if (subject?.status !== 'executing' || subject.current_execution_id !== arming.executionId) {
    throw new StaleMoveError(arming.executionId);
  }
  // Once the approval is out, the pair is finished: stopping between the two would only leave an allowance behind.
  if (arming.kind === 'approve' || !(await hasApproval(tx, arming.executionId))) {
    if (pausedActions(pausedScopes, wallet.paused).includes(subject.action)) return { armed: false, reason: 'paused' };
  }
  const refusal = checkWalletReady(toAgentWallet(wallet)) ?? checkPermitted(toAgentWallet(wallet), subject);
  if (refusal !== null) return { armed: false, reason: reasonOf(refusal) };
  await store(tx, lease, arming);
  return { armed: true };
}

async function pausedUnderLock(tx: Sql, executionId: string): Promise<string[]> {
  const rows = await tx.query<{ scope: string; paused: boolean }>(
    `SELECT scope, paused FROM execution_pauses
     WHERE scope IN ('global', (SELECT action FROM executions WHERE id = $1)) ORDER BY scope FOR SHARE`,
    [executionId],
  );
  return rows.filter(({ paused }) => paused).map(({ scope }) => scope);
}

async function hasApproval(tx: Sql, executionId: string): Promise<boolean> {
  const row = await tx.queryOne(`SELECT 1 FROM execution_steps WHERE execution_id = $1 AND kind = 'approve'`, [
    executionId,
  ]);
  return row !== null;
}

async function store(tx: Sql, lease: Lease, arming: Arming): Promise<void> {
  const { executionId, kind, idempotencyKey, body, contractAddress, callData, deadlineMs } = arming;
  const bodyHash = sha256Hex(body);
  const execution = await tx.queryOne<{ status: string }>(
    `UPDATE executions SET status = CASE status WHEN 'queued' THEN 'submitting' ELSE status END, waiting_for = 'provider',
       updated_at = now()
     WHERE id = $1 AND status IN ('queued', 'submitting', 'broadcast') RETURNING status`,
    [executionId],
  );
  const step = await tx.queryOne(
    `UPDATE execution_steps SET status = 'armed', idempotency_key = $3, body = $4, body_hash = $5, contract_address = $6,
       call_data = $7, deadline = $8, armed_at = now(), armed_fence = $9, send_attempts = 1, last_sent_at = now(),
       updated_at = now()
     WHERE execution_id = $1 AND kind = $2 AND status = 'planned' RETURNING 1`,
    [executionId, kind, idempotencyKey, body, bodyHash, contractAddress, callData, new Date(deadlineMs), lease.fence],
  );
  if (execution === null || step === null) throw new StaleMoveError(executionId);
  await appendEvent(tx, executionId, {
    type: 'step.armed',
    data: { step: kind, stepStatus: 'armed', status: execution.status, bodyHash, deadlineMs, fence: lease.fence },
  });
}

function reasonOf(code: ErrorCode): FailureReason {
  if (code === 'agent_action_forbidden') return 'action_forbidden';
  return code === 'agent_policy_violation' ? 'policy_changed' : 'wallet_not_active';
}
