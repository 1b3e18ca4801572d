import type { Action, Json } from '@app/common';
import type { ExecutionStatus, IntentRecord, StepKind, StepStatus } from '@app/engine';
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
  seq: number;
  /** Milliseconds as text, exactly as hashed. */
  atMs: string;
  type: string;
  data: string;
  hash: string;
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
  events: StoredEvent[];
};

/** An execution with its intent. */
export interface RecordedExecution {
  readonly execution: StoredExecution;
  readonly intent: IntentRecord;
}

const BATCH_SIZE = 200;

/** Reads all executions in order of their ids, in batches, because the table may exceed the memory. */
export async function* readExecutions(sql: SqlSession, report: Report): AsyncGenerator<RecordedExecution[]> {
  for (let after = ''; ;) {
    const executions = await sql.query<StoredExecution>(
      `${SELECT_EXECUTIONS_SQL} WHERE e.id > $1 ORDER BY e.id LIMIT $2`,
      [after, BATCH_SIZE],
    );
    if (executions.length === 0) return;
    yield await withIntents(sql, executions, report);
    after = executions.at(-1)?.id ?? after;
  }
}

/** Reads all executions of the intents. */
export async function findExecutions(
  sql: SqlSession,
  intentIds: readonly string[],
  report: Report,
): Promise<RecordedExecution[]> {
  const executions = await sql.query<StoredExecution>(`${SELECT_EXECUTIONS_SQL} WHERE e.intent_id = ANY ($1)`, [
    intentIds,
  ]);
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

const EVENT_JSON_SQL = `json_build_object('seq', v.seq, 'atMs', (extract(epoch FROM v.at) * 1000)::bigint::text,
  'type', v.type, 'data', v.data, 'hash', v.hash)`;

const SELECT_EXECUTIONS_SQL = `
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
    (SELECT coalesce(json_agg(${EVENT_JSON_SQL} ORDER BY v.seq), '[]') FROM execution_events AS v
     WHERE v.execution_id = e.id) AS events
  FROM executions AS e LEFT JOIN agent_wallets AS w ON w.id = e.lane_id LEFT JOIN lanes AS l ON l.id = e.lane_id`;
