import {
  BudgetExceededError,
  type BudgetRefusal,
  BUMP_LANE,
  checkApproved,
  checkPermitted,
  checkWalletReady,
  controlColumns,
  EXECUTION_COLUMNS,
  EXECUTION_CONTEXT,
  type ExecutionRecord,
  ExecutionsRepository,
  INTENT_COLUMNS,
  type IntentRecord,
  type PolicyWallet,
  policyWalletOf,
  type StoredControls,
} from '@app/agents';
import { AppError, canonicalJson, isBuy, newId } from '@app/common';
import { refOf } from '@app/contracts';
import { isOneOf, type Sql } from '@app/persistence';
import { checkExecutionAllowed } from '../domain/execution-controls.js';

/** `Retry-After` in seconds for a wallet whose queue is full. An execution takes a few seconds. */
const QUEUE_RETRY_AFTER_S = '5';

export interface Acceptance {
  intentId: string;
  requestId: string;
  /** W3C `traceparent` of the accepting span; null without tracing. */
  traceParent?: string | null;
  executionEnabled: boolean;
  /** Queued executions of one wallet above which another is refused. */
  maxQueued: number;
}

const NEXT_STEPS: Readonly<Record<IntentRecord['status'], string>> = {
  preview: 'The intent is a preview: confirm it first.',
  confirmed: 'The intent has just been confirmed: execute it again.',
  executing: 'The intent is being executed: read its executions.',
  executed: 'The intent has been executed: read its executions.',
  failed: 'The execution failed: its record says whether confirming and executing anew is safe.',
  cancelled: 'The intent is cancelled: make another.',
};

/**
 * Error for an intent that is not confirmed, with the client's next step.
 * @param execution current execution of an executing intent
 */
function notConfirmed(intent: IntentRecord, execution: ExecutionRecord | null): AppError {
  return new AppError('agent_intent_not_confirmed', {
    message: NEXT_STEPS[intent.status],
    extra: {
      intent_status: intent.status,
      execution_status: intent.latestExecutionStatus,
      ...(intent.status === 'executing' && { waiting_for: execution?.waitingFor ?? null }),
    },
    headers: { Location: `/agent/intents/${intent.id}/executions` },
  });
}

/** Rows that the rules of acceptance check, read without a lock. */
export interface AcceptanceFacts extends IntentRecord, StoredControls {
  wallet: PolicyWallet | null;
}

/** Returns the facts of the intents that exist, in no particular order. */
export function readAcceptanceFacts(sql: Sql, intentIds: readonly string[]): Promise<AcceptanceFacts[]> {
  return sql.query<AcceptanceFacts & { id: string }>(
    `SELECT ${INTENT_COLUMNS}, ${policyWalletOf('i.agent_id')} AS wallet, ${controlColumns('i.action')}
     FROM agent_intents AS i WHERE ${isOneOf('i.id')}`,
    [intentIds],
  );
}

/**
 * Accepts one execution in two statements. The first reads what the rules need. The second accepts, unless the wallet's
 * policy, the pauses or the intent have changed since. Then both are repeated. Of concurrent calls one succeeds.
 */
export async function acceptExecution(
  sql: Sql,
  acceptance: Acceptance,
  findFacts = (id: string): Promise<AcceptanceFacts | null> => findAcceptanceFacts(sql, id),
): Promise<ExecutionRecord> {
  for (;;) {
    const facts = await findFacts(acceptance.intentId);
    if (facts === null) throw new AppError('agent_intent_not_found');
    if (facts.status !== 'confirmed') throw notConfirmed(facts, await findCurrent(sql, facts));
    const wallet = checkAcceptable(facts, acceptance);
    const row = await sql.queryOne<AcceptedRow>(ACCEPT, parametersOf(facts, wallet, acceptance));
    if (row !== null && row.id !== null) return row;
    const refusal = row === null ? null : refusalOf(row, acceptance);
    if (refusal === null) continue;
    // A concurrent call for the same intent may have reserved what this one misses: its answer is 409.
    if ((await findAcceptanceFacts(sql, acceptance.intentId))?.status === 'confirmed') throw refusal;
  }
}

function refusalOf({ isFull, refusal }: AcceptedRow, { maxQueued }: Acceptance): AppError | null {
  if (isFull) return queueFull(maxQueued);
  return refusal === null ? null : new BudgetExceededError(refusal);
}

async function findCurrent(sql: Sql, { status, currentExecutionId }: IntentRecord): Promise<ExecutionRecord | null> {
  if (status !== 'executing' || currentExecutionId === null) return null;
  const [execution = null] = await new ExecutionsRepository(sql).findMany([currentExecutionId]);
  return execution;
}

async function findAcceptanceFacts(sql: Sql, intentId: string): Promise<AcceptanceFacts | null> {
  const [facts] = await readAcceptanceFacts(sql, [intentId]);
  return facts ?? null;
}

/** Applies the rules in the order of the API contract. @throws {AppError} the errors of `ExecutionEngine.accept` */
function checkAcceptable(facts: AcceptanceFacts, { executionEnabled }: Acceptance): PolicyWallet {
  const { action, wallet } = facts;
  if (wallet === null) throw new AppError('agent_wallet_missing');
  const rejection = checkWalletReady(wallet) ?? checkPermitted(wallet, facts) ?? checkApproved(wallet, facts);
  if (rejection !== null) throw rejection;
  const stopped = checkExecutionAllowed(action, { ...facts, executionEnabled, agentPaused: wallet.paused });
  if (stopped !== null) throw stopped;
  return wallet;
}

function queueFull(maxQueued: number): AppError {
  return new AppError('rate_limited', {
    message: `The wallet has ${maxQueued} queued executions, which is the maximum; retry when some have ended.`,
    headers: { 'Retry-After': QUEUE_RETRY_AFTER_S },
  });
}

/** Without an id nothing was accepted. */
type AcceptedRow = { isFull: boolean; refusal: BudgetRefusal | null } & (ExecutionRecord | { id: null });

function parametersOf(
  { id, action, amount, marketContractAddress, pausedScopes }: AcceptanceFacts,
  wallet: PolicyWallet,
  { requestId, traceParent, maxQueued }: Acceptance,
): Parameters<Sql['query']>[1] {
  return [
    newId('agent_execution'),
    id,
    wallet.id,
    wallet.policyVersion,
    action,
    pausedScopes,
    maxQueued,
    refOf(id),
    requestId,
    traceParent ?? null,
    isBuy(action) ? ['approve', 'main'] : ['main'],
    canonicalJson({ intentId: id, action, status: 'queued' }),
    wallet.hasBudget && isBuy(action),
    marketContractAddress,
    amount,
  ];
}

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
    SELECT agent_wallet_address, is_full, is_busy FROM permitted CROSS JOIN LATERAL lock_lane(permitted.id, $7)),
  budget AS MATERIALIZED (
    SELECT CASE WHEN $13 AND NOT is_full THEN check_budget($3, $14, $15::numeric) END AS refusal FROM lane),
  refused AS (
    UPDATE agent_intents AS i SET budget_refusal = budget.refusal FROM budget
    WHERE i.id = $2 AND i.status = 'confirmed' AND budget.refusal IS NOT NULL
      AND (i.budget_refusal ->> 'scope', i.budget_refusal ->> 'rule')
        IS DISTINCT FROM (budget.refusal ->> 'scope', budget.refusal ->> 'rule')),
  intent AS (
    UPDATE agent_intents AS i SET status = 'executing', current_execution_id = $1,
      executions_count = executions_count + 1, updated_at = now()
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
  SELECT accepted.*, lane.is_full AS "isFull", budget.refusal FROM lane CROSS JOIN budget LEFT JOIN (
    SELECT execution.*, ${EXECUTION_CONTEXT}, NULL AS failure,
      append_execution_event(execution.id, 'execution.accepted', $12) AS event
    FROM execution CROSS JOIN intent AS i
      LEFT JOIN chain_markets AS c ON c.market_contract_address = i.market_contract_address) AS accepted ON true`;
