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

/** A lane's work, with what the arming of each execution needs. */
export interface LoadedLane extends LaneWork {
  readonly armingState: Map<string, ArmingState>;
  /** Whether lanes are stopped, so that the lane has no executions. */
  readonly isStopped: boolean;
}

/** The lane with one of its executions. */
type LaneRow = Omit<LaneWork, 'executions' | 'providerWalletId' | 'limits'> & {
  wallet: ArmingWallet;
  pausedScopes: string[];
  reconciling: boolean;
} & (LiveRow | { execution: null });
type LiveRow = IntentRecord & { execution: StoredExecution; ownBlock: number | null };

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

const BEGUN = `lane_id = lane.id AND status IN ('submitting', 'broadcast', 'unknown')`;

/**
 * The lane and its next executions with intents and steps, in one round trip and a row for each. Every read compares the
 * cluster's identity: a restored database may be back before a worker has noticed its absence. The CASE keeps the planner from
 * estimating that paused actions leave no row: it would then read the whole queue and sort it.
 */
const SELECT_LANE_WORK_SQL = `
  WITH lane AS MATERIALIZED (
    SELECT lanes.id, ${selectEpochMs('clock_timestamp()')} AS "nowMs", ${ARMING_WALLET_SQL} AS wallet,
      ARRAY(SELECT scope FROM execution_pauses WHERE paused) AS "pausedScopes",
      EXISTS (SELECT FROM provider_accounts WHERE breaker_open) AS "breakerOpen",
      ${KNOWN_BLOCK_SQL} AS "knownBlock",
      ${awaitsFunds('lanes.id')} AS "awaitsFunds",
      lanes.token_due_at IS NOT NULL AS "hasReservation", NOT (${IS_RECONCILED_SQL}) AS reconciling
    FROM lanes JOIN agent_wallets AS wallet ON wallet.id = lanes.id
    WHERE lanes.id = $1 AND lanes.fence = $2)
  SELECT lane."nowMs", lane.wallet, lane."pausedScopes", lane."breakerOpen", lane."knownBlock", lane."awaitsFunds",
    lane."hasReservation", lane.reconciling, live.*
  FROM lane LEFT JOIN LATERAL (
      SELECT ${INTENT_COLUMNS}, ${EXECUTION_JSON_SQL} AS execution, next.is_queued, next.seq,
        (SELECT max(block_number)::float8 FROM execution_steps
         WHERE execution_id = e.id AND updated_at > now() - ${STEP_BLOCK_LIFE}) AS "ownBlock"
      FROM (
          (SELECT id, seq, false AS is_queued FROM executions WHERE ${BEGUN})
          UNION ALL
          (SELECT id, seq, true FROM executions
           WHERE lane_id = lane.id AND status = 'queued' AND CASE WHEN action = ANY ($3::text[]) THEN false ELSE true END
           ORDER BY seq LIMIT greatest(0, $4::integer - (SELECT count(*) FROM executions WHERE ${BEGUN})))) AS next
        JOIN executions AS e ON e.id = next.id JOIN agent_intents AS i ON i.id = e.intent_id) AS live ON true
  ORDER BY live.is_queued, live.seq`;

const SELECT_ENDED_SQL = `
  SELECT ${INTENT_COLUMNS}, ${EXECUTION_JSON_SQL} AS execution
  FROM agent_wallets AS wallet JOIN executions AS e ON e.agent_id = wallet.agent_id JOIN agent_intents AS i ON i.id = e.intent_id
  WHERE wallet.id = $1 AND e.lane_id = $1 AND e.created_at > now() - interval '1 hour' AND e.completed_at IS NOT NULL
    AND EXISTS (SELECT FROM execution_steps WHERE execution_id = e.id AND block_number IS NOT NULL)
  ORDER BY e.created_at DESC, e.seq DESC LIMIT $2`;

/** The wallet's ended executions of the last hour with a step in a block, the last accepted first. */
export async function listEnded(sql: SqlSession, { laneId }: Lease, limit: number): Promise<Execution[]> {
  const rows = await sql.query<IntentRecord & { execution: StoredExecution }>(SELECT_ENDED_SQL, [laneId, limit]);
  return rows.map((row) => ({ ...row.execution, intent: row }));
}

/**
 * Loads the lane's next executions: those that have begun, and the first accepted up to the depth. Unarmed executions of
 * paused actions are skipped and marked as waiting for the end of their pause.
 */
export async function loadLaneWork(sql: SqlSession, lease: Lease, depth: number): Promise<LoadedLane> {
  const [lane, ...rows] = await readLane(sql, lease, { paused: [], depth });
  const paused = pausedActions(lane.pausedScopes, lane.wallet.paused);
  if (paused.length === 0 || lane.reconciling) return toLaneWork([lane, ...rows]);
  await markPaused(sql, lease.laneId, paused);
  return toLaneWork(await readLane(sql, lease, { paused, depth }));
}

async function readLane(
  sql: SqlSession,
  { laneId, fence }: Lease,
  { paused, depth }: { paused: readonly Action[]; depth: number },
): Promise<[LaneRow, ...LaneRow[]]> {
  const [first, ...others] = await sql.query<LaneRow>(SELECT_LANE_WORK_SQL, [laneId, fence, paused, depth]);
  if (first === undefined) throw new LeaseLostError(laneId);
  return [first, ...others];
}

async function markPaused(sql: SqlSession, laneId: string, actions: readonly Action[]): Promise<void> {
  await sql.query(
    `UPDATE executions SET waiting_for = 'paused', updated_at = now()
     WHERE lane_id = $1 AND status = 'queued' AND action = ANY ($2::text[]) AND waiting_for IS DISTINCT FROM 'paused'`,
    [laneId, actions],
  );
}

function toLaneWork(rows: readonly [LaneRow, ...LaneRow[]]): LoadedLane {
  const [{ nowMs, wallet, breakerOpen, hasReservation, knownBlock, awaitsFunds, reconciling, pausedScopes }] = rows;
  const { providerWalletId } = wallet;
  const live = reconciling ? [] : rows.filter((row) => row.execution !== null);
  return {
    nowMs,
    isStopped: reconciling,
    providerWalletId,
    limits: wallet,
    breakerOpen,
    hasReservation,
    awaitsFunds,
    knownBlock: Math.max(knownBlock, ...live.map(({ ownBlock }) => ownBlock ?? 0)),
    executions: live.map((row) => ({ ...row.execution, intent: row })),
    armingState: new Map(
      live.map(({ action, amount, approvedAt, execution: { id: executionId, status: executionStatus, steps } }) => {
        const hasApproval = steps.some(({ kind }) => kind === 'approve');
        const subject = { executionId, executionStatus, action, amount, approvedAt, hasApproval };
        return [executionId, { wallet, ...subject, pausedScopes }];
      }),
    ),
  };
}
