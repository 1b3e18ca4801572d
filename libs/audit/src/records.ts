import { type ExecutionStatus, type IntentRecord, IntentsRepository } from '@app/agents';
import type { Action, Json } from '@app/common';
import type { Sql } from '@app/persistence';
import type { StepKind, StepStatus } from '@app/engine';
import type { Report } from './finding.js';

export type StepRow = {
  kind: StepKind;
  status: StepStatus;
  idempotency_key: string | null;
  body: string | null;
  body_hash: string | null;
  call_data: string | null;
  contract_address: string | null;
  deadline_ms: number | null;
  armed_at_ms: number | null;
  armed_fence: string | null;
  send_attempts: number;
  provider_transaction_id: string | null;
  transaction_hash: string | null;
  block_number: string | null;
  block_hash: string | null;
  failure_reason: string | null;
  hashes: string[];
};

export type EventRow = {
  seq: number;
  at_ms: string;
  type: string;
  data: string;
  previous_hash: string;
  hash: string;
};

export type ExecutionRow = {
  id: string;
  seq: string;
  intent_id: string;
  agent_id: string;
  agent_wallet_address: string;
  wallet_address: string | null;
  wallet_agent_id: string | null;
  provider_wallet_id: string | null;
  lane_fence: string | null;
  action: Action;
  attempt: number;
  status: ExecutionStatus;
  ref: string;
  market_contract_address: string | null;
  broadcast_performed: boolean;
  approve_transaction_hash: string | null;
  transaction_hash: string | null;
  readback: { [key: string]: Json } | null;
  error_code: string | null;
  error_message: string | null;
  retry_safe: boolean | null;
  created_ms: number;
  completed_ms: number | null;
  steps: StepRow[];
  events: EventRow[];
};

/** An execution with everything that is kept about it. */
export interface Recorded {
  readonly execution: ExecutionRow;
  readonly intent: IntentRecord;
}

const BATCH = 200;

/** Every execution in the order of acceptance, a batch at a time: the table may be larger than the memory. */
export async function* readExecutions(sql: Sql, report: Report): AsyncGenerator<Recorded[]> {
  for (let after = '0'; ;) {
    const executions = await sql.query<ExecutionRow>(EXECUTIONS, [after, BATCH]);
    if (executions.length === 0) return;
    const intents = await new IntentsRepository(sql).findMany(executions.map(({ intent_id }) => intent_id));
    const byId = new Map(intents.map((intent) => [intent.id, intent]));
    yield executions.flatMap((execution) => {
      const intent = byId.get(execution.intent_id);
      if (intent !== undefined) return [{ execution, intent }];
      report('intent_missing', execution.id, `there is no ${execution.intent_id}`);
      return [];
    });
    after = executions.at(-1)?.seq ?? after;
  }
}

const EXECUTIONS = `
  SELECT e.id, e.seq, e.intent_id, e.agent_id, e.agent_wallet_address, w.agent_wallet_address AS wallet_address,
    w.agent_id AS wallet_agent_id, w.provider_wallet_id, l.fence::text AS lane_fence, e.action, e.attempt, e.status, e.ref, e.market_contract_address,
    e.broadcast_performed, e.approve_transaction_hash, e.transaction_hash, e.readback, e.error_code, e.error_message,
    e.retry_safe, extract(epoch FROM e.created_at)::float8 * 1000 AS created_ms,
    extract(epoch FROM e.completed_at)::float8 * 1000 AS completed_ms,
    (SELECT coalesce(json_agg(json_build_object('kind', s.kind, 'status', s.status,
       'idempotency_key', s.idempotency_key, 'body', s.body, 'body_hash', s.body_hash, 'call_data', s.call_data,
       'contract_address', s.contract_address, 'deadline_ms', extract(epoch FROM s.deadline)::float8 * 1000,
       'armed_at_ms', extract(epoch FROM s.armed_at)::float8 * 1000, 'armed_fence', s.armed_fence::text, 'send_attempts', s.send_attempts,
       'provider_transaction_id', s.provider_transaction_id, 'transaction_hash', s.transaction_hash,
       'block_number', s.block_number::text, 'block_hash', s.block_hash, 'failure_reason', s.failure_reason,
       'hashes', ARRAY(SELECT h.transaction_hash FROM execution_transaction_hashes AS h
         WHERE h.execution_id = s.execution_id AND h.kind = s.kind)) ORDER BY s.kind), '[]')
     FROM execution_steps AS s WHERE s.execution_id = e.id) AS steps,
    (SELECT coalesce(json_agg(json_build_object('seq', v.seq, 'at_ms', (extract(epoch FROM v.at) * 1000)::bigint::text,
       'type', v.type, 'data', v.data, 'previous_hash', v.previous_hash, 'hash', v.hash) ORDER BY v.seq), '[]')
     FROM execution_events AS v WHERE v.execution_id = e.id) AS events
  FROM executions AS e LEFT JOIN agent_wallets AS w ON w.id = e.lane_id LEFT JOIN lanes AS l ON l.id = e.lane_id
  WHERE e.seq > $1 ORDER BY e.seq LIMIT $2`;
