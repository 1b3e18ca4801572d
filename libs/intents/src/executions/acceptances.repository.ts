import {
  type BudgetRejection,
  FROZEN_ACTIONS,
  MARK_LANE_CHANGED_SQL,
  type PolicyWallet,
  selectPolicyWallet,
} from '@app/agents';
import { computeRef } from '@app/chain';
import { AUTO_CLAIM_CLIENT, newId, ruleOf } from '@app/common';
import { type ExecutionRecord, INTENT_COLUMNS, type IntentRecord } from '@app/engine';
import { isOneOf, RowLoader, type SqlParameter, type SqlSession } from '@app/persistence';
import { controlColumns, type StoredControls } from '../execution-controls.js';
import { insertIntent, type NewIntent, toRow } from '../intents/intent-writes.repository.js';
import { EXECUTION_COLUMNS, EXECUTION_CONTEXT } from './executions.repository.js';

/** Facts that the rules of acceptance check, read without a lock. */
export interface AcceptanceSubject
  extends
    Pick<IntentRecord, 'id' | 'agentId' | 'action' | 'amount' | 'marketContractAddress' | 'sourceClient'>,
    StoredControls {
  approvedAt?: Date | null;
}

/** Rows that the rules of acceptance check. */
export interface AcceptanceInput extends IntentRecord, StoredControls {
  wallet: PolicyWallet | null;
}

/** An acceptance that the rules have permitted, with what they have checked. */
export interface PermittedAcceptance {
  readonly facts: AcceptanceSubject;
  readonly wallet: PolicyWallet;
  readonly requestId: string;
  readonly traceParent: string | null;
  readonly maxQueued: number;
}

export interface AcceptedExecution extends ExecutionRecord {
  /** Whether its wallet has earlier unfinished executions, not counting those that are marked as paused. */
  isBehindUnpaused: boolean;
  /** Whether the lane waits for a block, is not due yet, and could send this one before. */
  sendsAtOnce: boolean;
  /** Whether the wallet's latest execution failed before anything was sent. */
  followsUnsent: boolean;
}

/** Without an id nothing was accepted. Without a reason, another request has moved or created the intent. */
export type AcceptedRow = {
  isFull: boolean;
  rejection: BudgetRejection | null;
  /** Intent that claims the same. */
  rivalId: string | null;
} & (AcceptedExecution | { id: null });

export class AcceptancesRepository {
  private readonly facts: RowLoader<AcceptanceInput>;

  constructor(private readonly sql: SqlSession) {
    this.facts = new RowLoader(
      (ids) => readFacts(sql, ids),
      ({ id }) => id,
    );
  }

  findFacts(intentId: string): Promise<AcceptanceInput | null> {
    return this.facts.load(intentId);
  }

  /** Accepts, unless policy, pauses or intent have changed since the facts were read. @returns null if they have */
  accept(acceptance: PermittedAcceptance): Promise<AcceptedRow | null> {
    return this.run(ACCEPT_SQL, acceptance, acceptance.facts.id);
  }

  /** Inserts an intent, confirmed and accepted at once, unless its key is known. Otherwise like `accept`. */
  acceptNew(intent: NewIntent, acceptance: PermittedAcceptance): Promise<AcceptedRow | null> {
    const row = JSON.stringify({ ...toRow(intent), status: 'executing' });
    return this.run(ACCEPT_NEW_SQL, acceptance, row);
  }

  private run(
    statement: AcceptStatement,
    acceptance: PermittedAcceptance,
    intent: string,
  ): Promise<AcceptedRow | null> {
    const { wallet, facts } = acceptance;
    const isChecked = wallet.hasBudget && FROZEN_ACTIONS.includes(facts.action);
    const parameters = [...toParameters(acceptance, intent), isChecked && facts.amount !== null];
    return isChecked
      ? this.sql.queryOne<AcceptedRow>(statement.budgeted, [...parameters, facts.amount])
      : this.sql.queryOne<AcceptedRow>(statement.unbudgeted, parameters);
  }
}

function readFacts(sql: SqlSession, intentIds: readonly string[]): Promise<AcceptanceInput[]> {
  return sql.query<AcceptanceInput & { id: string }>(
    `SELECT ${INTENT_COLUMNS}, ${selectPolicyWallet('i.agent_id')} AS wallet, ${controlColumns('i.action')}
     FROM agent_intents AS i WHERE ${isOneOf('i.id')}`,
    [intentIds],
  );
}

function toParameters(
  { facts, wallet, requestId, traceParent, maxQueued }: PermittedAcceptance,
  intent: string,
): SqlParameter[] {
  const { id, action, agentId, marketContractAddress, sourceClient, pausedScopes } = facts;
  return [
    newId('agent_execution'),
    intent,
    wallet.id,
    wallet.policyVersion,
    action,
    pausedScopes,
    maxQueued,
    computeRef(id),
    requestId,
    traceParent,
    agentId,
    marketContractAddress,
    ruleOf(action).kind === 'exit' ? sourceClient === AUTO_CLAIM_CLIENT : null,
  ];
}

const IS_ACCEPTABLE = 'NOT lane.is_full AND budget.rejection IS NULL AND budget.rival_id IS NULL';
const CONFIRMED_INTENT = `
    UPDATE agent_intents AS i SET status = 'executing', current_execution_id = $1,
      executions_count = executions_count + 1, updated_at = now()
    FROM lane CROSS JOIN budget
    WHERE i.id = $2 AND i.status = 'confirmed' AND ${IS_ACCEPTABLE}
    RETURNING i.*`;
const NEW_INTENT = insertIntent({
  row: '$2',
  values: { confirmed_at: 'now()', current_execution_id: '$1', executions_count: '1' },
  from: `CROSS JOIN lane CROSS JOIN budget WHERE ${IS_ACCEPTABLE}`,
  returning: 'i.*',
});
/** Notes the budget that refuses the intent. */
const NOTE_REFUSAL = `
  refused AS (
    UPDATE agent_intents AS i SET budget_refusal = budget.rejection FROM budget
    WHERE i.id = $2 AND i.status = 'confirmed' AND budget.rejection IS NOT NULL
      AND (i.budget_refusal ->> 'scope', i.budget_refusal ->> 'rule')
        IS DISTINCT FROM (budget.rejection ->> 'scope', budget.rejection ->> 'rule')),`;

/**
 * Each part depends on the one before it, which fixes the order of the locks: wallet, pauses, lane, intent. Everything else
 * depends on the row of the intent. The lane's lock makes queue length and order exact, and keeps two claims apart. With the
 * lock of the account's limits, which follows it, it makes budgets exact: every stake of the wallet is accepted under the
 * first, and every stake of the account under the second. No row when the wallet's policy or the pauses differ.
 * @param check whether budgets apply. Workers may not check budgets
 * @param refused part that notes a refusal by a budget
 */
const acceptStatement = (intent: string, { check, refused = '' }: { check: boolean; refused?: string }): string => `
  WITH wallet AS MATERIALIZED (
    SELECT id, agent_wallet_address FROM agent_wallets WHERE id = $3 AND policy_version = $4::bigint FOR SHARE),
  permitted AS MATERIALIZED (
    SELECT id, agent_wallet_address FROM wallet WHERE lock_pauses($5) = $6::text[]),
  lane AS MATERIALIZED (
    SELECT agent_wallet_address, is_full, is_busy, sends_at_once, is_busy AND has_unpaused(permitted.id) AS is_behind_unpaused,
      coalesce((SELECT status = 'failed' AND NOT broadcast_performed FROM executions
        WHERE agent_id = $11 ORDER BY created_at DESC LIMIT 1), false) AS follows_unsent
    FROM permitted CROSS JOIN LATERAL lock_lane(permitted.id, $7)),
  budget AS MATERIALIZED (
    SELECT ${check ? 'CASE WHEN NOT is_full THEN check_budget($3, $12, $15::numeric) END' : 'NULL::jsonb'} AS rejection,
      CASE WHEN $13::boolean IS NOT NULL THEN find_rival_claim($3, $11, $12, $13) END AS rival_id
    FROM lane),${refused}
  intent AS (${intent}),
  execution AS (
    INSERT INTO executions AS e (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref,
      market_contract_address, request_id, trace_parent, waiting_for, budgeted)
    SELECT $1, id, agent_id, $3, agent_wallet_address, action, executions_count, $8, market_contract_address, $9, $10,
      CASE WHEN is_busy THEN 'lane' END, $14
    FROM intent CROSS JOIN lane RETURNING ${EXECUTION_COLUMNS}),
  steps AS (
    INSERT INTO execution_steps (execution_id, kind) SELECT id, 'main' FROM execution),
  bumped AS (
    UPDATE lanes SET ${MARK_LANE_CHANGED_SQL} FROM execution WHERE lanes.id = $3)
  SELECT accepted.*, lane.is_full AS "isFull", lane.is_behind_unpaused AS "isBehindUnpaused",
    lane.sends_at_once AS "sendsAtOnce", lane.follows_unsent AS "followsUnsent", budget.rejection,
    budget.rival_id AS "rivalId"
  FROM lane CROSS JOIN budget LEFT JOIN (
    SELECT execution.*, ${EXECUTION_CONTEXT}, NULL AS "failureReason"
    FROM execution CROSS JOIN intent AS i
      LEFT JOIN chain_markets AS c ON c.market_contract_address = i.market_contract_address) AS accepted ON true`;

interface AcceptStatement {
  unbudgeted: string;
  budgeted: string;
}

const ACCEPT_SQL: AcceptStatement = {
  unbudgeted: acceptStatement(CONFIRMED_INTENT, { check: false }),
  budgeted: acceptStatement(CONFIRMED_INTENT, { check: true, refused: NOTE_REFUSAL }),
};
const ACCEPT_NEW_SQL: AcceptStatement = {
  unbudgeted: acceptStatement(NEW_INTENT, { check: false }),
  budgeted: acceptStatement(NEW_INTENT, { check: true }),
};
