import {
  type AgentWallet,
  checkApproved,
  checkPermitted,
  checkWalletReady,
  type ExecutionStatus,
  WALLET_COLUMNS,
} from '@app/agents';
import { type Action, sha256Hex } from '@app/common';
import type { Sql } from '@app/persistence';
import { failureOfRejection } from '../domain/failure.js';
import {
  type Arming,
  type ArmingResult,
  type Change,
  type Lease,
  LeaseLostError,
  StaleMoveError,
} from '../domain/ports/engine-store.js';
import { pausedActions } from '../domain/paused-actions.js';
import { applyArming, type ArmedStep } from './apply-change.js';

type SubjectRow = AgentWallet & {
  held: boolean;
  intentAction: Action | null;
  intentAmount: string | null;
  approvedAt: Date | null;
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
    SELECT i.action, i.amount, i.approved_at, e.status FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
    WHERE e.id = $3 AND i.status = 'executing' AND i.current_execution_id = e.id AND EXISTS (SELECT FROM lane)
    FOR SHARE OF i)
  SELECT wallet.*, EXISTS (SELECT FROM lane) AS held, subject.action AS "intentAction", subject.amount AS "intentAmount",
    subject.approved_at AS "approvedAt",    subject.status AS "executionStatus", (SELECT scopes FROM pauses) AS "pausedScopes",
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
  const { intentAction: action, intentAmount: amount, approvedAt } = subject;
  if (action === null) throw new StaleMoveError(executionId);
  // A pause does not stop a buy whose approval was sent, which would leave an allowance behind.
  if (kind === 'approve' || !subject.hasApproval) {
    if (pausedActions(subject.pausedScopes, subject.paused).includes(action)) return { armed: false, reason: 'paused' };
  }
  const rejection =
    checkWalletReady(subject) ??
    checkPermitted(subject, { action, amount }) ??
    checkApproved(subject, { action, amount, approvedAt });
  if (rejection !== null) return { armed: false, reason: failureOfRejection(rejection.code) };
  const { policyVersion, executionStatus } = subject;
  const seal = arming.sealUnder(policyVersion);
  const armed = { ...arming, bodyHash: sha256Hex(arming.body), seal, policyVersion };
  const change = changeOf(lease, armed, executionStatus);
  return { armed: true, armedAtMs: await applyArming(tx, lease, change, armed) };
}

function changeOf(lease: Lease, armed: Arming & ArmedStep, from: ExecutionStatus): Change {
  const { executionId, kind, bodyHash, deadlineMs, transactionHash } = armed;
  const data = { step: kind, bodyHash, deadlineMs, fence: lease.fence };
  return {
    executionId,
    from: { execution: from, step: 'planned' },
    execution: { waitingFor: 'provider', ...(from === 'queued' && { to: 'submitting' }) },
    step: { kind, to: 'armed' },
    event: { type: 'step.armed', data: transactionHash === null ? data : { ...data, transactionHash } },
  };
}
