import { type PolicyWallet, selectPolicyFields } from '@app/agents';
import type { Action } from '@app/common';
import type { SqlSession } from '@app/persistence';
import type { ExecutionStatus } from '../domain/execution.js';
import { type Lease, LeaseLostError, StaleMoveError } from '../domain/ports/engine-store.js';

/** Fields of the wallet that the rules of arming read. Whatever tightens one of them raises the policy version. */
export type ArmingWallet = Omit<PolicyWallet, 'hasBudget'>;

/** SQL expression: an `ArmingWallet` as JSON, of `agent_wallets AS wallet`. */
export const ARMING_WALLET_SQL = `json_build_object(${selectPolicyFields('wallet')})`;

export interface ArmingState {
  readonly wallet: ArmingWallet;
  readonly executionId: string;
  readonly executionStatus: ExecutionStatus;
  readonly action: Action;
  readonly amount: string | null;
  readonly approvedAt: Date | null;
  readonly hasApproval: boolean;
  /** At least those of the action and of all actions. */
  readonly pausedScopes: readonly string[];
}

type ArmingRow = { held: boolean; action: Action | null } & Omit<ArmingState, 'action'>;

const SELECT_ARMING_STATE_SQL = `
  SELECT subject.*, ${ARMING_WALLET_SQL} AS wallet, $3 AS "executionId",
    EXISTS (SELECT FROM lanes WHERE id = $1 AND fence = $2 AND lease_until > now()) AS held,
    EXISTS (SELECT FROM execution_steps WHERE execution_id = $3 AND kind = 'approve') AS "hasApproval",
    ARRAY(SELECT scope FROM execution_pauses WHERE paused) AS "pausedScopes"
  FROM agent_wallets AS wallet LEFT JOIN LATERAL (
    SELECT i.action, i.amount, i.approved_at AS "approvedAt", e.status AS "executionStatus"
    FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
    WHERE e.id = $3 AND i.status = 'executing' AND i.current_execution_id = e.id) AS subject ON true
  WHERE wallet.id = $1`;

/** Reads the facts without a lock. */
export async function readArmingState(
  sql: SqlSession,
  { laneId, fence }: Lease,
  executionId: string,
): Promise<ArmingState> {
  const facts = await sql.queryOne<ArmingRow>(SELECT_ARMING_STATE_SQL, [laneId, fence, executionId]);
  if (facts?.held !== true) throw new LeaseLostError(laneId);
  const { action } = facts;
  if (action === null) throw new StaleMoveError(executionId);
  return { ...facts, action };
}
