import type { Action } from '@app/common';
import type { SqlSession } from '@app/persistence';
import type { Execution, LaneWork } from '../domain/lane-work.js';
import { pausedActions } from '../domain/paused-actions.js';
import { type Lease, LeaseLostError } from '../domain/ports/engine-store.js';
import { ARMING_WALLET_SQL, type ArmingState, type ArmingWallet } from './arming-state.js';
import { IS_RECONCILED_SQL } from './cluster-identity.js';
import type { IntentRecord } from './entities/intent.entity.js';
import { INTENT_COLUMNS } from './intent-columns.js';
import { awaitsFunds, KNOWN_BLOCK_SQL, STEP_BLOCK_LIFE } from './known-block.js';

type StoredExecution = Omit<Execution, 'intent'>;

/** A lane's work, with what its arming needs; null without an execution. */
export interface LoadedLane extends LaneWork {
  readonly armingState: ArmingState | null;
}

type LaneRow = Omit<LaneWork, 'execution' | 'providerWalletId' | 'limits'> & {
  wallet: ArmingWallet;
  pausedScopes: string[];
  reconciling: boolean;
} & ((IntentRecord & { execution: StoredExecution; ownBlock: number | null }) | { execution: null });

/** SQL expression for a timestamp in milliseconds, truncated. */
export function selectEpochMs(timestamp: string): string {
  return `floor(extract(epoch FROM ${timestamp}) * 1000)::float8`;
}

/** SQL array of the seen hashes of a step that meet the condition. */
function selectHashes(condition: string): string {
  return `ARRAY(SELECT seen.transaction_hash FROM execution_transaction_hashes AS seen
    WHERE seen.execution_id = step.execution_id AND seen.kind = step.kind AND ${condition})`;
}

const STEP_SQL = `json_build_object(
  'kind', step.kind, 'status', step.status, 'body', step.body,
  'allowanceBaseUnits', step.allowance_base_units::text, 'idempotencyKey', step.idempotency_key,
  'seal', step.seal, 'policyVersion', step.policy_version::text,
  'deadlineMs', ${selectEpochMs('step.deadline')}, 'armedAtMs', ${selectEpochMs('step.armed_at')}, 'sendAttempts', step.send_attempts,
  'lastSentAtMs', ${selectEpochMs('step.last_sent_at')}, 'providerTransactionId', step.provider_transaction_id,
  'providerState', step.provider_state, 'transactionHash', step.transaction_hash, 'blockNumber', step.block_number,
  'accelerations', step.accelerations, 'accelerationKey', step.acceleration_key,
  'acceleratedAtMs', ${selectEpochMs('step.accelerated_at')}, 'updatedAtMs', ${selectEpochMs('step.updated_at')},
  'hashes', ${selectHashes('NOT is_foreign')}, 'foreignHashes', ${selectHashes('is_foreign')})`;

const EXECUTION_JSON_SQL = `json_build_object(
  'id', e.id, 'status', e.status, 'walletAddress', e.agent_wallet_address, 'attempt', e.attempt, 'ref', e.ref,
  'waitingFor', e.waiting_for, 'tries', e.tries, 'createdAtMs', ${selectEpochMs('e.created_at')},
  'requestId', e.request_id, 'traceParent', e.trace_parent,
  'steps', (SELECT coalesce(json_agg(${STEP_SQL} ORDER BY step.kind), '[]')
    FROM execution_steps AS step WHERE step.execution_id = e.id))`;

/**
 * The lane and its next execution with intent and steps, in one round trip. Every read compares the cluster's identity: a
 * restored database may be back before a worker has noticed its absence. The CASE keeps the planner from estimating that
 * paused actions leave no row: it would then read the whole queue and sort it.
 */
const SELECT_LANE_WORK_SQL = `
  SELECT ${selectEpochMs('clock_timestamp()')} AS "nowMs", ${ARMING_WALLET_SQL} AS wallet,
    ARRAY(SELECT scope FROM execution_pauses WHERE paused) AS "pausedScopes",
    EXISTS (SELECT FROM provider_accounts WHERE breaker_open) AS "breakerOpen",
    ${KNOWN_BLOCK_SQL} AS "knownBlock",
    ${awaitsFunds('lanes.id')} AS "awaitsFunds",
    lanes.token_due_at IS NOT NULL AS "hasReservation", NOT (${IS_RECONCILED_SQL}) AS reconciling,
    head.*
  FROM lanes JOIN agent_wallets AS wallet ON wallet.id = lanes.id
    LEFT JOIN LATERAL (
      SELECT ${INTENT_COLUMNS}, ${EXECUTION_JSON_SQL} AS execution,
        (SELECT max(block_number)::float8 FROM execution_steps
         WHERE execution_id = e.id AND updated_at > now() - ${STEP_BLOCK_LIFE}) AS "ownBlock"
      FROM executions AS e JOIN agent_intents AS i ON i.id = e.intent_id
      WHERE e.id = coalesce(
        (SELECT id FROM executions WHERE lane_id = lanes.id AND status IN ('submitting', 'broadcast', 'unknown')
         ORDER BY seq LIMIT 1),
        (SELECT id FROM executions WHERE lane_id = lanes.id AND status = 'queued'
           AND CASE WHEN action = ANY ($3::text[]) THEN false ELSE true END
         ORDER BY seq LIMIT 1))) AS head ON true
  WHERE lanes.id = $1 AND lanes.fence = $2`;

const SELECT_RECENT_SQL = `
  SELECT ${INTENT_COLUMNS}, ${EXECUTION_JSON_SQL} AS execution
  FROM agent_wallets AS wallet JOIN executions AS e ON e.agent_id = wallet.agent_id JOIN agent_intents AS i ON i.id = e.intent_id
  WHERE wallet.id = $1 AND e.lane_id = $1 AND e.created_at > now() - interval '1 hour'
  ORDER BY e.created_at DESC, e.seq DESC LIMIT $2`;

/** The wallet's executions of the last hour in any status, the last accepted first. */
export async function listRecent(sql: SqlSession, { laneId }: Lease, limit: number): Promise<Execution[]> {
  const rows = await sql.query<IntentRecord & { execution: StoredExecution }>(SELECT_RECENT_SQL, [laneId, limit]);
  return rows.map((row) => ({ ...row.execution, intent: row }));
}

/**
 * Loads the lane's next execution: the one in progress, otherwise the first accepted. Unarmed executions of paused actions
 * are skipped and marked as waiting for the end of their pause.
 */
export async function loadLaneWork(sql: SqlSession, lease: Lease): Promise<LoadedLane> {
  const row = await readLane(sql, lease, []);
  const paused = pausedActions(row.pausedScopes, row.wallet.paused);
  if (paused.length === 0 || row.reconciling) return toLaneWork(row);
  await markPaused(sql, lease.laneId, paused);
  return toLaneWork(await readLane(sql, lease, paused));
}

async function readLane(sql: SqlSession, { laneId, fence }: Lease, paused: readonly Action[]): Promise<LaneRow> {
  const row = await sql.queryOne<LaneRow>(SELECT_LANE_WORK_SQL, [laneId, fence, paused]);
  if (row === null) throw new LeaseLostError(laneId);
  return row;
}

async function markPaused(sql: SqlSession, laneId: string, actions: readonly Action[]): Promise<void> {
  await sql.query(
    `UPDATE executions SET waiting_for = 'paused', updated_at = now()
     WHERE lane_id = $1 AND status = 'queued' AND action = ANY ($2::text[]) AND waiting_for IS DISTINCT FROM 'paused'`,
    [laneId, actions],
  );
}

function toLaneWork(row: LaneRow): LoadedLane {
  const { nowMs, wallet, breakerOpen, hasReservation, knownBlock, awaitsFunds, reconciling } = row;
  const { providerWalletId } = wallet;
  const lane = { nowMs, providerWalletId, limits: wallet, breakerOpen, hasReservation, knownBlock, awaitsFunds };
  if (reconciling || row.execution === null) return { ...lane, execution: null, armingState: null };
  const { action, amount, approvedAt, pausedScopes, execution } = row;
  const { id: executionId, status: executionStatus, steps } = execution;
  const hasApproval = steps.some(({ kind }) => kind === 'approve');
  const subject = { executionId, executionStatus, action, amount, approvedAt, hasApproval };
  return {
    ...lane,
    knownBlock: Math.max(knownBlock, row.ownBlock ?? 0),
    execution: { ...execution, intent: row },
    armingState: { wallet, ...subject, pausedScopes },
  };
}
