import { type ExecutionStatus, INTENT_COLUMNS, type IntentRecord, type WaitingReason } from '@app/agents';
import type { Action } from '@app/common';
import type { Sql } from '@app/persistence';
import type { Execution, LaneWork, Step } from '../domain/lane-work.js';
import { pausedActions } from '../domain/paused-actions.js';
import { type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import type { StepKind, StepStatus } from '../domain/states.js';
import { AWAITS_RECONCILIATION } from './cluster-identity.js';

type LaneRow = {
  now: Date;
  provider_wallet_id: string | null;
  agent_paused: boolean;
  paused_scopes: string[];
  breaker_open: boolean;
  reconciling: boolean;
};

type NoHead = { execution_id: null };

type HeadRow = IntentRecord &
  StepRow & {
    execution_id: string;
    execution_status: ExecutionStatus;
    agent_wallet_address: string;
    attempt: number;
    ref: string;
    waiting_for: WaitingReason | null;
    broadcast_performed: boolean;
    tries: number;
    accepted_at: Date;
    request_id: string | null;
    trace_parent: string | null;
  };

type StepRow = {
  kind: StepKind;
  step_status: StepStatus;
  body: string | null;
  contract_address: string | null;
  call_data: string | null;
  deadline: Date | null;
  armed_at: Date | null;
  armed_fence: string | null;
  send_attempts: number;
  last_sent_at: Date | null;
  provider_transaction_id: string | null;
  provider_state: string | null;
  transaction_hash: string | null;
  hashes: string[];
  accelerations: number;
  acceleration_key: string | null;
  accelerated_at: Date | null;
  block_number: string | null;
  block_hash: string | null;
  step_updated_at: Date;
};

/**
 * The lane, its next execution if it has one, and a row for each of that one's steps. One round trip. Which cluster it is
 * is asked with every look: a restored database may be back before anybody has noticed that it was away.
 */
const LANE_WORK = `
  SELECT clock_timestamp() AS now, wallet.provider_wallet_id, wallet.paused AS agent_paused,
    ARRAY(SELECT scope FROM execution_pauses WHERE paused) AS paused_scopes,
    EXISTS (SELECT FROM provider_accounts WHERE breaker_open) AS breaker_open,
    EXISTS (SELECT FROM engine_cluster WHERE ${AWAITS_RECONCILIATION}) AS reconciling,
    head.*, step.kind, step.status AS step_status, step.body, step.contract_address, step.call_data, step.deadline,
    step.armed_at, step.armed_fence, step.send_attempts, step.last_sent_at, step.provider_transaction_id,
    step.provider_state, step.transaction_hash, step.block_number, step.block_hash, step.updated_at AS step_updated_at,
    step.accelerations, step.acceleration_key, step.accelerated_at,
    ARRAY(SELECT seen.transaction_hash FROM execution_transaction_hashes AS seen
      WHERE seen.execution_id = step.execution_id AND seen.kind = step.kind) AS hashes
  FROM lanes JOIN agent_wallets AS wallet ON wallet.id = lanes.id
    LEFT JOIN LATERAL (
      SELECT ${INTENT_COLUMNS}, e.id AS execution_id, e.status AS execution_status, e.agent_wallet_address, e.attempt,
        e.ref, e.waiting_for, e.broadcast_performed, e.tries, e.created_at AS accepted_at, e.request_id, e.trace_parent
      FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
      WHERE e.lane_id = lanes.id AND e.status IN ('queued', 'submitting', 'broadcast', 'unknown')
        AND NOT (e.status = 'queued' AND e.action = ANY ($3::text[]))
      ORDER BY e.status = 'queued', e.seq LIMIT 1) AS head ON true
    LEFT JOIN execution_steps AS step ON step.execution_id = head.execution_id
  WHERE lanes.id = $1 AND lanes.fence = $2
  ORDER BY step.kind`;

/**
 * The lane's next execution: what is under way, then the first accepted, save that paused ones of which nothing is armed
 * let others pass, and then wait for those when their pause is over. Marks them as paused on the way, so that a reader
 * knows what they wait for.
 */
export async function loadLaneWork(sql: Sql, lease: Lease): Promise<LaneWork> {
  const { lane, work } = await readLane(sql, lease, []);
  const paused = pausedActions(lane.paused_scopes, lane.agent_paused);
  if (paused.length === 0 || lane.reconciling) return work;
  await markPaused(sql, lease.laneId, paused);
  return (await readLane(sql, lease, paused)).work;
}

async function readLane(sql: Sql, lease: Lease, paused: readonly Action[]): Promise<{ lane: LaneRow; work: LaneWork }> {
  const rows = await sql.query<LaneRow & (HeadRow | NoHead)>(LANE_WORK, [lease.laneId, lease.fence, paused]);
  const [lane] = rows;
  if (lane === undefined) throw new LeaseLostError(lease.laneId);
  const heads = lane.reconciling ? [] : rows.filter((row) => row.execution_id !== null);
  const [head] = heads;
  const work = {
    nowMs: lane.now.getTime(),
    providerWalletId: lane.provider_wallet_id,
    breakerOpen: lane.breaker_open,
    execution: head === undefined ? null : toExecution(head, heads.map(toStep)),
  };
  return { lane, work };
}

async function markPaused(sql: Sql, laneId: string, actions: readonly Action[]): Promise<void> {
  await sql.query(
    `UPDATE executions SET waiting_for = 'paused', updated_at = now()
     WHERE lane_id = $1 AND status = 'queued' AND action = ANY ($2::text[]) AND waiting_for IS DISTINCT FROM 'paused'`,
    [laneId, actions],
  );
}

function toExecution(row: HeadRow, steps: readonly Step[]): Execution {
  return {
    id: row.execution_id,
    status: row.execution_status,
    walletAddress: row.agent_wallet_address,
    attempt: row.attempt,
    ref: row.ref,
    waitingFor: row.waiting_for,
    broadcastPerformed: row.broadcast_performed,
    tries: row.tries,
    createdAtMs: row.accepted_at.getTime(),
    requestId: row.request_id,
    traceParent: row.trace_parent,
    intent: row,
    steps,
  };
}

function toStep(row: StepRow): Step {
  return {
    kind: row.kind,
    status: row.step_status,
    body: row.body,
    contractAddress: row.contract_address,
    callData: row.call_data,
    deadlineMs: row.deadline?.getTime() ?? null,
    armedAtMs: row.armed_at?.getTime() ?? null,
    armedFence: row.armed_fence,
    sendAttempts: row.send_attempts,
    lastSentAtMs: row.last_sent_at?.getTime() ?? null,
    providerTransactionId: row.provider_transaction_id,
    providerState: row.provider_state,
    transactionHash: row.transaction_hash,
    hashes: row.hashes,
    accelerations: row.accelerations,
    accelerationKey: row.acceleration_key,
    acceleratedAtMs: row.accelerated_at?.getTime() ?? null,
    blockNumber: row.block_number === null ? null : Number(row.block_number),
    blockHash: row.block_hash,
    updatedAtMs: row.step_updated_at.getTime(),
  };
}
