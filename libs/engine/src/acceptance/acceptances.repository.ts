import {
  type BudgetRefusal,
  BUMP_LANE,
  controlColumns,
  EXECUTION_COLUMNS,
  EXECUTION_CONTEXT,
  type ExecutionRecord,
  INTENT_COLUMNS,
  type IntentRecord,
  type PolicyWallet,
  policyWalletOf,
  type StoredControls,
} from '@app/agents';
import { refOf } from '@app/chain';
import { canonicalJson, isBuy, newId } from '@app/common';
import { isOneOf, RowLoader, RowWriter, type Sql } from '@app/persistence';
import { stepKindsOf } from '../domain/states.js';

/** Rows that the rules of acceptance check, read without a lock. */
export interface AcceptanceFacts extends IntentRecord, StoredControls {
  wallet: PolicyWallet | null;
}

/** An acceptance that the rules have permitted, with what they have checked. */
export interface PermittedAcceptance {
  readonly facts: AcceptanceFacts;
  readonly wallet: PolicyWallet;
  readonly requestId: string;
  readonly traceParent: string | null;
  readonly maxQueued: number;
}

export interface AcceptedExecution extends ExecutionRecord {
  /** Whether its wallet has earlier unfinished executions, not counting those that are marked as paused. */
  isBehindUnpaused: boolean;
}

/** Without an id nothing was accepted. */
export type AcceptedRow = { isFull: boolean; refusal: BudgetRefusal | null } & (AcceptedExecution | { id: null });

/**
 * Reads and writes the rows of acceptances. Simultaneous acceptances of different wallets share a statement, which waits for
 * no lock. A separate statement writes each of those that it leaves out.
 */
export class AcceptancesRepository {
  private readonly facts: RowLoader<AcceptanceFacts>;
  private readonly acceptances: RowWriter<NewExecution, AcceptedRow>;

  /** @param sql a transaction's for a single caller only: its locks are held until the transaction ends */
  constructor(sql: Sql) {
    this.facts = new RowLoader(
      (ids) => readFacts(sql, ids),
      ({ id }) => id,
    );
    this.acceptances = new RowWriter({
      together: async (executions) => {
        const shareable = ofDifferentLanes(executions.filter(({ budgeted }) => !budgeted));
        if (shareable.length < 2) return [];
        return sql.query<AcceptedRow & { id: string }>(ACCEPT_TOGETHER, [JSON.stringify(shareable)]);
      },
      alone: (execution) => sql.queryOne<AcceptedRow>(ACCEPT, parametersOf(execution)),
    });
  }

  findFacts(intentId: string): Promise<AcceptanceFacts | null> {
    return this.facts.load(intentId);
  }

  /**
   * Accepts, unless the wallet's policy, the pauses or the intent have changed since the facts were read.
   * @returns null if they have
   */
  accept(acceptance: PermittedAcceptance): Promise<AcceptedRow | null> {
    return this.acceptances.write(newExecutionOf(acceptance));
  }
}

function readFacts(sql: Sql, intentIds: readonly string[]): Promise<AcceptanceFacts[]> {
  return sql.query<AcceptanceFacts & { id: string }>(
    `SELECT ${INTENT_COLUMNS}, ${policyWalletOf('i.agent_id')} AS wallet, ${controlColumns('i.action')}
     FROM agent_intents AS i WHERE ${isOneOf('i.id')}`,
    [intentIds],
  );
}

/** One execution, as PostgreSQL reads it from JSON. */
type NewExecution = ReturnType<typeof newExecutionOf>;

function newExecutionOf({ facts, wallet, requestId, traceParent, maxQueued }: PermittedAcceptance) {
  const { id, action, amount, marketContractAddress, pausedScopes } = facts;
  return {
    id: newId('agent_execution'),
    intent_id: id,
    lane_id: wallet.id,
    policy_version: wallet.policyVersion,
    action,
    paused_scopes: pausedScopes,
    max_queued: maxQueued,
    ref: refOf(id),
    request_id: requestId,
    trace_parent: traceParent,
    steps: stepKindsOf(action),
    event: canonicalJson({ intentId: id, action, status: 'queued' }),
    budgeted: wallet.hasBudget && isBuy(action),
    market: marketContractAddress,
    amount,
  };
}

/** Keeps the first execution of each lane. */
function ofDifferentLanes(executions: readonly NewExecution[]): NewExecution[] {
  const byLane = new Map<string, NewExecution>();
  for (const execution of executions) if (!byLane.has(execution.lane_id)) byLane.set(execution.lane_id, execution);
  return [...byLane.values()];
}

function parametersOf(execution: NewExecution): Parameters<Sql['query']>[1] {
  return [
    execution.id,
    execution.intent_id,
    execution.lane_id,
    execution.policy_version,
    execution.action,
    execution.paused_scopes,
    execution.max_queued,
    execution.ref,
    execution.request_id,
    execution.trace_parent,
    execution.steps,
    execution.event,
    execution.budgeted,
    execution.market,
    execution.amount,
  ];
}

const EXECUTING = `status = 'executing', executions_count = executions_count + 1, updated_at = now()`;

/**
 * Each part depends on the one before it, which fixes the order of the locks: wallet, pauses, lane, intent. The intent moves
 * by compare-and-set, and everything else depends on that row. The lane's lock makes queue length and order exact. With the
 * lock of the account's limits, which follows it, it makes budgets exact: every stake of the wallet is accepted under the
 * first, and every stake of the account under the second. No row when the wallet's policy or the pauses differ.
 */
const ACCEPT = `
  WITH wallet AS MATERIALIZED (
    SELECT id, agent_wallet_address FROM agent_wallets WHERE id = $3 AND policy_version = $4::bigint FOR SHARE),
  permitted AS MATERIALIZED (
    SELECT id, agent_wallet_address FROM wallet WHERE lock_pauses($5) = $6::text[]),
  lane AS MATERIALIZED (
    SELECT agent_wallet_address, is_full, is_busy, is_busy AND has_unpaused(permitted.id) AS is_behind_unpaused
    FROM permitted CROSS JOIN LATERAL lock_lane(permitted.id, $7)),
  budget AS MATERIALIZED (
    SELECT CASE WHEN $13 AND NOT is_full THEN check_budget($3, $14, $15::numeric) END AS refusal FROM lane),
  refused AS (
    UPDATE agent_intents AS i SET budget_refusal = budget.refusal FROM budget
    WHERE i.id = $2 AND i.status = 'confirmed' AND budget.refusal IS NOT NULL
      AND (i.budget_refusal ->> 'scope', i.budget_refusal ->> 'rule')
        IS DISTINCT FROM (budget.refusal ->> 'scope', budget.refusal ->> 'rule')),
  intent AS (
    UPDATE agent_intents AS i SET ${EXECUTING}, current_execution_id = $1
    FROM lane CROSS JOIN budget
    WHERE i.id = $2 AND i.status = 'confirmed' AND NOT lane.is_full AND budget.refusal IS NULL
    RETURNING i.*, lane.agent_wallet_address, lane.is_busy),
  execution AS (
    INSERT INTO executions AS e (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref,
      market_contract_address, request_id, trace_parent, waiting_for, budgeted)
    SELECT $1, id, agent_id, $3, agent_wallet_address, action, executions_count, $8, market_contract_address, $9, $10,
      CASE WHEN is_busy THEN 'lane' END, $13
    FROM intent RETURNING ${EXECUTION_COLUMNS}),
  steps AS (
    INSERT INTO execution_steps (execution_id, kind) SELECT id, unnest($11::text[]) FROM execution),
  bumped AS (
    UPDATE lanes SET ${BUMP_LANE} FROM execution WHERE lanes.id = $3)
  SELECT accepted.*, lane.is_full AS "isFull", lane.is_behind_unpaused AS "isBehindUnpaused", budget.refusal
  FROM lane CROSS JOIN budget LEFT JOIN (
    SELECT execution.*, ${EXECUTION_CONTEXT}, NULL AS failure,
      append_execution_event(execution.id, 'execution.accepted', $12) AS event
    FROM execution CROSS JOIN intent AS i
      LEFT JOIN chain_markets AS c ON c.market_contract_address = i.market_contract_address) AS accepted ON true`;

/**
 * Accepts executions of different lanes by the same rules, but without budgets. Waits for no lock. Leaves out executions whose
 * wallet, lane, intent or event log is locked, and those whose lane is new or full. During a change of the pauses it leaves
 * out all of them.
 */
const ACCEPT_TOGETHER = `
  WITH request AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1) AS request (id text, intent_id text, lane_id uuid, policy_version bigint, action text,
      paused_scopes text[], max_queued integer, ref text, request_id text, trace_parent text, steps text[], event text)),
  wallet AS MATERIALIZED (
    SELECT id AS lane_id, policy_version, agent_id, agent_wallet_address FROM agent_wallets
    WHERE id = ANY (ARRAY(SELECT lane_id FROM request)) FOR SHARE SKIP LOCKED),
  permitted AS MATERIALIZED (
    SELECT action, lock_available_pauses(action) AS paused_scopes FROM (SELECT DISTINCT action FROM request) AS actions),
  lane AS MATERIALIZED (
    SELECT lane_id, is_full, is_busy, is_behind_unpaused FROM lock_available_lanes(
      ARRAY(SELECT lane_id FROM wallet), (SELECT min(max_queued) FROM request))),
  available AS MATERIALIZED (
    SELECT id AS intent_id FROM agent_intents
    WHERE id = ANY (ARRAY(SELECT intent_id FROM request)) FOR NO KEY UPDATE SKIP LOCKED),
  log AS MATERIALIZED (
    SELECT agent_id FROM lock_available_logs(ARRAY(SELECT agent_id FROM wallet)) AS agent_id),
  acceptable AS MATERIALIZED (
    SELECT request.*, wallet.agent_wallet_address, lane.is_busy, lane.is_behind_unpaused
    FROM request JOIN wallet USING (lane_id, policy_version) JOIN permitted USING (action, paused_scopes)
      JOIN lane USING (lane_id) JOIN available USING (intent_id) JOIN log USING (agent_id)
    WHERE NOT lane.is_full),
  intent AS (
    UPDATE agent_intents AS i SET ${EXECUTING}, current_execution_id = a.id
    FROM acceptable AS a
    WHERE i.id = a.intent_id AND i.status = 'confirmed'
    RETURNING i.*),
  execution AS (
    INSERT INTO executions AS e (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref,
      market_contract_address, request_id, trace_parent, waiting_for, budgeted)
    SELECT a.id, i.id, i.agent_id, a.lane_id, a.agent_wallet_address, i.action, i.executions_count, a.ref,
      i.market_contract_address, a.request_id, a.trace_parent, CASE WHEN a.is_busy THEN 'lane' END, false
    FROM intent AS i JOIN acceptable AS a ON a.intent_id = i.id
    RETURNING ${EXECUTION_COLUMNS}),
  steps AS (
    INSERT INTO execution_steps (execution_id, kind)
    SELECT id, unnest(a.steps) FROM execution JOIN acceptable AS a USING (id)),
  bumped AS (
    UPDATE lanes SET ${BUMP_LANE} WHERE lanes.id = ANY (ARRAY(SELECT "laneId" FROM execution)))
  SELECT execution.*, ${EXECUTION_CONTEXT}, NULL AS failure,
    false AS "isFull", a.is_behind_unpaused AS "isBehindUnpaused", NULL AS refusal,
    append_execution_event(execution.id, 'execution.accepted', a.event) AS event
  FROM execution JOIN acceptable AS a USING (id) JOIN intent AS i ON i.id = a.intent_id
    LEFT JOIN chain_markets AS c ON c.market_contract_address = i.market_contract_address`;
