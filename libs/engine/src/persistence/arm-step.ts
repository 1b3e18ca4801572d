import { type AgentWallet, checkPermitted, checkWalletReady, type ExecutionStatus, WALLET_COLUMNS } from '@app/agents';
import { type Action, canonicalJson, sha256Hex } from '@app/common';
import type { Sql } from '@app/persistence';
import { failureOfRejection } from '../domain/failure.js';
import {
  type Arming,
  type ArmingResult,
  type Lease,
  LeaseLostError,
  StaleMoveError,
} from '../domain/ports/engine-store.js';
import { pausedActions } from '../domain/paused-actions.js';
import { msOf } from './load-lane-work.js';
import { assertExecutionMove, assertStepMove } from '../domain/states.js';

type SubjectRow = AgentWallet & {
  held: boolean;
  intentAction: Action | null;
  intentAmount: string | null;
  executionStatus: ExecutionStatus;
  pausedScopes: string[];
  hasApproval: boolean;
};

/**
 * Locks wallet, pauses, lane and intent, in this lock order, and uses up the lane's reserved provider token. Each part
 * depends on the one before it. A row that changed while its lock was awaited is read again.
 */
const SUBJECT = `
  WITH wallet AS MATERIALIZED (
    SELECT ${WALLET_COLUMNS} FROM agent_wallets WHERE id = $1 FOR SHARE),
  pauses AS MATERIALIZED (
    SELECT lock_pauses((SELECT action FROM executions WHERE id = $3)) AS scopes FROM wallet),
  lane AS (
    UPDATE lanes SET token_due_at = NULL
    WHERE id = $1 AND fence = $2 AND lease_until > now() AND (SELECT count(scopes) FROM pauses) > 0 RETURNING id),
  subject AS MATERIALIZED (
    SELECT i.action, i.amount, e.status FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
    WHERE e.id = $3 AND i.status = 'executing' AND i.current_execution_id = e.id AND EXISTS (SELECT FROM lane)
    FOR SHARE OF i)
  SELECT wallet.*, EXISTS (SELECT FROM lane) AS held, subject.action AS "intentAction", subject.amount AS "intentAmount",
    subject.status AS "executionStatus", (SELECT scopes FROM pauses) AS "pausedScopes",
    EXISTS (SELECT FROM execution_steps WHERE execution_id = $3 AND kind = 'approve') AS "hasApproval"
  FROM wallet LEFT JOIN subject ON true`;

/**
 * Arms a step in the caller's transaction: checks wallet, policy, pauses and fence under lock and stores key and body. A
 * concurrent policy change therefore either precedes the check or follows the arming.
 */
export async function armStep(tx: Sql, lease: Lease, arming: Arming): Promise<ArmingResult> {
  const { executionId, kind } = arming;
  const subject = await tx.queryOne<SubjectRow>(SUBJECT, [lease.laneId, lease.fence, executionId]);
  if (subject?.held !== true) throw new LeaseLostError(lease.laneId);
  const { intentAction: action, intentAmount: amount } = subject;
  if (action === null) throw new StaleMoveError(executionId);
  // A pause does not stop a buy whose approval was sent, which would leave an allowance behind.
  if (kind === 'approve' || !subject.hasApproval) {
    if (pausedActions(subject.pausedScopes, subject.paused).includes(action)) return { armed: false, reason: 'paused' };
  }
  const rejection = checkWalletReady(subject) ?? checkPermitted(subject, { action, amount });
  if (rejection !== null) return { armed: false, reason: failureOfRejection(rejection.code) };
  const { policyVersion, executionStatus: from } = subject;
  const seal = arming.sealUnder(policyVersion);
  return { armed: true, armedAtMs: await storeArming(tx, lease, { ...arming, from, policyVersion, seal }) };
}

interface PermittedArming extends Arming {
  from: ExecutionStatus;
  policyVersion: string;
  seal: string;
}

async function storeArming(tx: Sql, lease: Lease, arming: PermittedArming): Promise<number> {
  const { executionId, kind, idempotencyKey, body, contractAddress, callData, deadlineMs, from } = arming;
  const bodyHash = sha256Hex(body);
  const to = from === 'queued' ? 'submitting' : from;
  if (to !== from) assertExecutionMove(from, to);
  assertStepMove('planned', 'armed');
  const { transactionHash } = arming;
  const event = {
    ...{ step: kind, stepStatus: 'armed', status: to, bodyHash, deadlineMs, fence: lease.fence },
    ...(transactionHash !== null && { transactionHash }),
  };
  const row = await tx.queryOne<{ armedAtMs: number }>(
    `WITH execution AS (
       UPDATE executions SET status = $11, waiting_for = 'provider', updated_at = now()
       WHERE id = $1 AND status = $10 AND status IN ('queued', 'submitting', 'broadcast') RETURNING id),
     step AS (
       UPDATE execution_steps SET status = 'armed', idempotency_key = $3, body = $4, body_hash = $5,
         contract_address = $6, call_data = $7, deadline = $8, armed_at = now(), armed_fence = $9, send_attempts = 1, seal = $13,
         policy_version = $14,
         last_sent_at = now(), updated_at = now()
       FROM execution WHERE execution_id = execution.id AND kind = $2 AND status = 'planned' RETURNING 1)
     SELECT append_execution_event($1, 'step.armed', $12), ${msOf('now()::timestamptz(3)')} AS "armedAtMs" FROM step`,
    [
      ...[executionId, kind, idempotencyKey, body, bodyHash, contractAddress, callData, new Date(deadlineMs)],
      ...[lease.fence, from, to, canonicalJson(event), arming.seal, arming.policyVersion],
    ],
  );
  if (row === null) throw new StaleMoveError(executionId);
  return row.armedAtMs;
}
