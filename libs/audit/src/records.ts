import type { Action, Json } from '@app/common';
import type { ExecutionStatus, IntentRecord, StepKind, StepStatus } from '@app/engine';
import { isLoggedBetween } from '@app/events';
import { IntentsRepository } from '@app/intents';
import type { SqlSession } from '@app/persistence';
import type { Report } from './finding.js';

export interface StoredStep {
  kind: StepKind;
  status: StepStatus;
  idempotencyKey: string | null;
  body: string | null;
  /** Of an approval. */
  allowanceBaseUnits: string | null;
  contractAddress: string | null;
  deadlineMs: number | null;
  armedAtMs: number | null;
  armedFence: string | null;
  sendAttempts: number;
  providerTransactionId: string | null;
  transactionHash: string | null;
  blockNumber: number | null;
  blockHash: string | null;
  failureReason: string | null;
  /** Every transaction hash seen for the step. */
  hashes: string[];
}

export interface StoredEvent {
  type: string;
  atMs: number;
  /** JSON, kept as the text that was hashed. */
  data: string;
}

/** An execution with its wallet, lane, steps and events. A type and not an interface, so that it can be a query's row. */
export type StoredExecution = {
  id: string;
  intentId: string;
  agentId: string;
  /** Wallet address at acceptance. */
  agentWalletAddress: string;
  /** Address, agent and provider id of the lane's wallet now. */
  walletAddress: string | null;
  walletAgentId: string | null;
  providerWalletId: string | null;
  laneFence: string | null;
  action: Action;
  attempt: number;
  status: ExecutionStatus;
  ref: string;
  marketContractAddress: string | null;
  broadcastPerformed: boolean;
  approveTransactionHash: string | null;
  transactionHash: string | null;
  readback: { [key: string]: Json } | null;
  errorCode: string | null;
  errorMessage: string | null;
  retrySafe: boolean | null;
  createdMs: number;
  completedMs: number | null;
  steps: StoredStep[];
  /** Events of the execution and its steps in the log of its agent. */
  events: StoredEvent[];
  /** Time since which no event has expired: of the log's oldest event, and a day ago at most. Null when none has expired. */
  keptSinceMs: number | null;
};

export interface RecordedExecution {
  readonly execution: StoredExecution;
  readonly intent: IntentRecord;
}

const BATCH_SIZE = 200;

/** Reads all executions by agent and time, in batches, because the table may exceed the memory. */
export async function* readExecutions(sql: SqlSession, report: Report): AsyncGenerator<RecordedExecution[]> {
  for (let after = { agentId: '', createdMs: 0, id: '' }; ;) {
    const { agentId, createdMs, id } = after;
    const position = [agentId, new Date(createdMs), id];
    const executions = await sql.query<StoredExecution>(PAGE_OF_EXECUTIONS_SQL, [...position, BATCH_SIZE]);
    const last = executions.at(-1);
    if (last === undefined) return;
    yield await withIntents(sql, executions, report);
    after = last;
  }
}

export async function findExecutions(
  sql: SqlSession,
  intentIds: readonly string[],
  report: Report,
): Promise<RecordedExecution[]> {
  const executions = await sql.query<StoredExecution>(EXECUTIONS_OF_INTENTS_SQL, [intentIds]);
  return withIntents(sql, executions, report);
}

async function withIntents(
  sql: SqlSession,
  executions: readonly StoredExecution[],
  report: Report,
): Promise<RecordedExecution[]> {
  const intents = await new IntentsRepository(sql).findMany(executions.map(({ intentId }) => intentId));
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  const recorded: RecordedExecution[] = [];
  for (const execution of executions) {
    const intent = byId.get(execution.intentId);
    if (intent !== undefined) recorded.push({ execution, intent });
    else if (await exists(sql, execution.id)) {
      report('intent_missing', execution.id, `there is no ${execution.intentId}`);
    }
  }
  return recorded;
}

/** Whether an execution has not been archived meanwhile. */
async function exists(sql: SqlSession, executionId: string): Promise<boolean> {
  return (await sql.queryOne('SELECT FROM executions WHERE id = $1', [executionId])) !== null;
}

/** SQL expression for a timestamp in milliseconds. */
function selectEpochMs(timestamp: string): string {
  return `extract(epoch FROM ${timestamp})::float8 * 1000`;
}

const STEP_JSON_SQL = `json_build_object('kind', s.kind, 'status', s.status, 'idempotencyKey', s.idempotency_key,
  'body', s.body, 'allowanceBaseUnits', s.allowance_base_units::text, 'contractAddress', s.contract_address,
  'deadlineMs', ${selectEpochMs('s.deadline')}, 'armedAtMs', ${selectEpochMs('s.armed_at')}, 'armedFence', s.armed_fence::text,
  'sendAttempts', s.send_attempts, 'providerTransactionId', s.provider_transaction_id,
  'transactionHash', s.transaction_hash, 'blockNumber', s.block_number, 'blockHash', s.block_hash,
  'failureReason', s.failure_reason, 'hashes', ARRAY(SELECT h.transaction_hash
    FROM execution_transaction_hashes AS h WHERE h.execution_id = s.execution_id AND h.kind = s.kind))`;

const EVENT_JSON_SQL = `json_build_object('type', v.type, 'atMs', ${selectEpochMs('v.at')}, 'data', v.data)`;

/** Reads the events of an execution up to the head of its log. */
export async function readLaterEvents(
  sql: SqlSession,
  { id, agentId, createdMs }: StoredExecution,
): Promise<StoredEvent[]> {
  const log = `agent:${agentId}`;
  return (await sql.queryOneOrFail<{ events: StoredEvent[] }>(LATER_EVENTS_SQL, [log, id, new Date(createdMs)])).events;
}

const IS_OF_EXECUTION = `v.subject_kind = 'execution' AND v.type NOT LIKE 'budget.%'`;

const LATER_EVENTS_SQL = `
  SELECT coalesce(json_agg(${EVENT_JSON_SQL} ORDER BY v.seq), '[]') AS events FROM logged_events AS v
  WHERE v.subject_id = $2 AND ${IS_OF_EXECUTION}
    AND ${isLoggedBetween({ log: '$1', since: '$3::timestamptz', until: `'infinity'` })}`;

/** Reads the events of a page of executions agent by agent, from the part of the log that covers the page. */
function selectExecutions(page: string): string {
  return `
  WITH page AS MATERIALIZED (${page}),
  event AS MATERIALIZED (
    SELECT v.subject_id, json_agg(${EVENT_JSON_SQL} ORDER BY v.seq) AS events
    FROM (SELECT agent_id, min(created_at) AS since, max(updated_at) AS until FROM page GROUP BY agent_id) AS span
      JOIN logged_events AS v
        ON ${isLoggedBetween({ log: `'agent:' || span.agent_id`, since: 'span.since', until: 'span.until' })}
    WHERE ${IS_OF_EXECUTION} AND v.subject_id IN (SELECT id FROM page)
    GROUP BY v.subject_id)
  SELECT e.id, e.intent_id AS "intentId", e.agent_id AS "agentId",
    e.agent_wallet_address AS "agentWalletAddress", w.agent_wallet_address AS "walletAddress",
    w.agent_id AS "walletAgentId", w.provider_wallet_id AS "providerWalletId", l.fence::text AS "laneFence",
    e.action, e.attempt, e.status, e.ref, e.market_contract_address AS "marketContractAddress",
    e.broadcast_performed AS "broadcastPerformed", e.approve_transaction_hash AS "approveTransactionHash",
    e.transaction_hash AS "transactionHash", e.readback, e.error_code AS "errorCode",
    e.error_message AS "errorMessage", e.retry_safe AS "retrySafe",
    ${selectEpochMs('e.created_at')} AS "createdMs", ${selectEpochMs('e.completed_at')} AS "completedMs",
    (SELECT coalesce(json_agg(${STEP_JSON_SQL} ORDER BY s.kind), '[]') FROM execution_steps AS s
     WHERE s.execution_id = e.id) AS steps,
    coalesce(event.events, '[]') AS events,
    CASE WHEN log.oldest_seq > 1 THEN ${selectEpochMs(`least(now() - interval '1 day',
      (SELECT at FROM logged_events AS v WHERE v.log = log.log AND v.seq = log.oldest_seq))`)} END AS "keptSinceMs"
  FROM page AS e LEFT JOIN agent_wallets AS w ON w.id = e.lane_id LEFT JOIN lanes AS l ON l.id = e.lane_id
    LEFT JOIN event ON event.subject_id = e.id LEFT JOIN event_logs AS log ON log.log = 'agent:' || e.agent_id
  ORDER BY e.agent_id, e.created_at, e.id`;
}

const PAGE_OF_EXECUTIONS_SQL = selectExecutions(`
  SELECT * FROM executions WHERE (agent_id, created_at, id) > ($1, $2, $3)
  ORDER BY agent_id, created_at, id LIMIT $4`);
const EXECUTIONS_OF_INTENTS_SQL = selectExecutions('SELECT * FROM executions WHERE intent_id = ANY ($1)');
