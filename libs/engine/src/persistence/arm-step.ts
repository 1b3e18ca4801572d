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
import { type FailureReason, failureOfRejection } from '../domain/failure.js';
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

type FactsRow = AgentWallet & {
  held: boolean;
  intentAction: Action | null;
  intentAmount: string | null;
  approvedAt: Date | null;
  executionStatus: ExecutionStatus;
  pausedScopes: string[];
  hasApproval: boolean;
};

/** Reads, without a lock, the rows that the rules of arming check. */
const FACTS = `
  SELECT wallet.*, subject.*,
    EXISTS (SELECT FROM lanes WHERE id = $1 AND fence = $2 AND lease_until > now()) AS held,
    EXISTS (SELECT FROM execution_steps WHERE execution_id = $3 AND kind = 'approve') AS "hasApproval",
    ARRAY(SELECT scope FROM execution_pauses
      WHERE paused AND scope IN ('global', subject."intentAction") ORDER BY scope) AS "pausedScopes"
  FROM (SELECT ${WALLET_COLUMNS} FROM agent_wallets WHERE id = $1) AS wallet LEFT JOIN LATERAL (
    SELECT i.action AS "intentAction", i.amount AS "intentAmount", i.approved_at AS "approvedAt",
      e.status AS "executionStatus"
    FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
    WHERE e.id = $3 AND i.status = 'executing' AND i.current_execution_id = e.id) AS subject ON true`;

/**
 * Arms a step in two statements. The first reads what the rules need. The second stores key and body, unless the wallet's
 * policy or the pauses have changed since. Then both are repeated. A concurrent change of the policy therefore either
 * precedes the check or follows the arming.
 * @param whileArming called after the second statement is sent, and awaited with it
 */
export async function armStep(
  sql: Sql,
  lease: Lease,
  arming: Arming,
  whileArming: () => Promise<void>,
): Promise<ArmingResult> {
  const { executionId, kind } = arming;
  for (;;) {
    const facts = await sql.queryOne<FactsRow>(FACTS, [lease.laneId, lease.fence, executionId]);
    if (facts?.held !== true) throw new LeaseLostError(lease.laneId);
    const { intentAction: action, policyVersion, executionStatus } = facts;
    if (action === null) throw new StaleMoveError(executionId);
    // A pause does not stop a buy whose approval was sent, which would leave an allowance behind.
    const pausedScopes = kind === 'approve' || !facts.hasApproval ? facts.pausedScopes : null;
    const reason = refusalOf({ ...facts, pausedScopes, action });
    if (reason !== null) return { armed: false, reason };
    const seal = arming.sealUnder(policyVersion);
    const armed = { ...arming, seal, policyVersion, action, pausedScopes };
    const change = changeOf(lease, armed, executionStatus);
    const [armedAtMs] = await Promise.all([applyArming(sql, lease, change, armed), whileArming()]);
    if (armedAtMs !== null) return { armed: true, armedAtMs };
  }
}

type ArmingRules = Omit<FactsRow, 'pausedScopes'> & { action: Action; pausedScopes: readonly string[] | null };

/** @param facts paused scopes are null for a step that no pause stops */
function refusalOf(facts: ArmingRules): FailureReason | 'paused' | null {
  const { action, intentAmount: amount, approvedAt, pausedScopes } = facts;
  if (pausedScopes !== null && pausedActions(pausedScopes, facts.paused).includes(action)) return 'paused';
  const rejection =
    checkWalletReady(facts) ??
    checkPermitted(facts, { action, amount }) ??
    checkApproved(facts, { action, amount, approvedAt });
  return rejection === null ? null : failureOfRejection(rejection.code);
}

function changeOf(lease: Lease, armed: Arming & ArmedStep, from: ExecutionStatus): Change {
  const { executionId, kind, body, deadlineMs, transactionHash } = armed;
  const data = { step: kind, bodyHash: sha256Hex(body), deadlineMs, fence: lease.fence };
  return {
    executionId,
    from: { execution: from, step: 'planned' },
    execution: { waitingFor: 'provider', ...(from === 'queued' && { to: 'submitting' }) },
    step: { kind, to: 'armed' },
    event: { type: 'step.armed', data: transactionHash === null ? data : { ...data, transactionHash } },
  };
}
