import { MARK_LANE_CHANGED_SQL, NOTIFY_LANES_SQL } from '@app/agents';
import { ASYNC_COMMIT } from '@app/persistence';
import { LIVE_STATUS_LIST } from '../domain/execution.js';
import type { IntentStatus } from '../domain/intent.js';
import { IS_RECONCILED_SQL } from './cluster-identity.js';
import { selectEpochMs } from './load-lane-work.js';

/** Row of a move's statement, one for each change. */
export type MoveOutcome = {
  executionId: string;
  held: boolean;
  moved: boolean;
  released: boolean;
  writtenAtMs: number;
};

/** Row of the statement that arms a step. */
export type ArmingOutcome = MoveOutcome & { permitted: boolean };

const HELD_LANE_SQL = `
      SELECT id FROM lanes
      WHERE (id, fence) IN (SELECT lane_id, fence FROM change) AND lease_until > now() FOR UPDATE`;
/** Uses up the lane's send permit, even if the execution has moved on. */
const ARMING_LANE_SQL = `
      UPDATE lanes SET token_due_at = NULL FROM permitted CROSS JOIN change
      WHERE lanes.id = permitted.id AND lanes.fence = change.fence AND lanes.lease_until > now() AND ${IS_RECONCILED_SQL}
      RETURNING lanes.id`;
const CHANGED_LANE_SQL = `
      UPDATE lanes SET ${MARK_LANE_CHANGED_SQL} FROM change WHERE lanes.id = change.lane_id
      RETURNING lanes.id, ${NOTIFY_LANES_SQL}`;

/** The version is compared under the lane's lock: an execution that is accepted later raises it. */
const RELEASED = `
    released AS (
      UPDATE lanes SET lease_until = NULL, failures = 0, wake_at = NULL, wait_block = NULL
      FROM lane WHERE lanes.id = lane.id AND lanes.version = lanes.seen_version AND EXISTS (SELECT FROM subject)
        AND NOT EXISTS (SELECT FROM executions AS other WHERE other.lane_id = lanes.id
          AND other.status IN ${LIVE_STATUS_LIST} AND other.id NOT IN (SELECT execution_id FROM subject))
      RETURNING lanes.id),`;

interface MoveStatement {
  /** Locks the lane; without a row nothing is written. */
  lane: string;
  ends: boolean;
  /** Move of the intent; null when it stays as it is. `to` is an SQL expression. */
  intent: { from: IntentStatus; to: string } | null;
  /** Whether the step stores what `arm` gives, under the policy and the pauses that permit it. */
  arms?: boolean;
  /** Whether the step stores another body. Only workers may. */
  renews?: boolean;
}

/**
 * One statement for the moves of one or several executions of a lane, so one round trip and one commit. It locks wallet and
 * pauses (to arm), lane, intent (if it moves), execution and step, in this lock order, and compares them with what the caller
 * read. A row that changed while its lock was awaited is compared again, so after a concurrent move no other is written: each
 * change is written as a whole or not at all, and each has its row of the answer. Arming reads the intent without a lock:
 * whatever moves an executing intent moves its execution as well. It also reads the step without one, which an approval does
 * not have yet: only the holder of the lane's lease writes steps.
 */
function moveStatement({ lane, ends, intent, arms = false, renews = false }: MoveStatement): string {
  const from = arms ? 'executing' : (intent?.from ?? null);
  return `
    WITH change AS MATERIALIZED (
      SELECT given, fields.* FROM jsonb_array_elements($1::jsonb) AS given CROSS JOIN LATERAL jsonb_to_record(given) AS fields (
        lane_id uuid, fence bigint, execution_id text, repeatable boolean,
        execution_from text, execution_to text, waiting_for text, broadcast_performed boolean,
        approve_transaction_hash text, main_transaction_hash text, market_contract_address text, readback jsonb,
        readback_due_at_ms double precision, error_code text, error_message text, tries integer,
        kind text, step_from text, step_to text, provider_transaction_id text, provider_state text,
        transaction_hash text, foreign_hash text, block_number bigint, block_hash text, failure_reason text,
        acceleration_key uuid, body text, seal text${arms ? `, ${ARMED_FIELDS}` : ''})),
    ${arms ? PERMITTED : ''}
    lane AS MATERIALIZED (${lane}),
    subject AS MATERIALIZED (
      SELECT change.*, e.intent_id,
        CASE WHEN given ? 'block_number' THEN change.block_number ELSE step.block_number END AS step_block
      FROM lane CROSS JOIN change
        JOIN executions AS e ON e.id = change.execution_id AND e.status = change.execution_from
        ${arms ? 'LEFT JOIN' : 'JOIN'} execution_steps AS step ON step.execution_id = e.id AND step.kind = change.kind
          ${arms ? '' : 'AND step.status = change.step_from'}
        ${from === null ? '' : `JOIN agent_intents AS i ON i.id = e.intent_id AND i.status = '${from}' AND i.current_execution_id = e.id`}
      ${arms ? ARMABLE : ''}
      FOR NO KEY UPDATE OF ${intent ? 'i, ' : ''}e${arms ? '' : ', step'}),
    ${intent ? updateIntent(intent.to) : ''}
    ${ends ? RELEASED : ''}
    execution AS (
      UPDATE executions AS e SET status = subject.execution_to,
        waiting_for = CASE WHEN given ? 'waiting_for' THEN subject.waiting_for ELSE e.waiting_for END,
        broadcast_performed = e.broadcast_performed OR subject.broadcast_performed,
        approve_transaction_hash = CASE WHEN given ? 'approve_transaction_hash'
          THEN subject.approve_transaction_hash ELSE ${arms || ends ? STANDING_APPROVAL : 'e.approve_transaction_hash'} END,
        transaction_hash =
          CASE WHEN given ? 'main_transaction_hash' THEN subject.main_transaction_hash ELSE e.transaction_hash END,
        block_number = CASE subject.execution_to WHEN 'executed' THEN subject.step_block END,
        market_contract_address = CASE WHEN given ? 'market_contract_address'
          THEN subject.market_contract_address ELSE e.market_contract_address END,
        readback = CASE WHEN given ? 'readback' THEN subject.readback ELSE e.readback END,
        readback_due_at = CASE WHEN given ? 'readback_due_at_ms'
          THEN to_timestamp(subject.readback_due_at_ms / 1000) ELSE e.readback_due_at END,
        error_code = coalesce(subject.error_code, e.error_code),
        error_message = coalesce(subject.error_message, e.error_message),
        retry_safe = CASE subject.execution_to WHEN 'failed' THEN true WHEN 'executed' THEN false WHEN 'unknown' THEN false END,
        tries = coalesce(subject.tries, e.tries),
        completed_at = ${ends ? 'now()' : 'NULL'},
        updated_at = now()
      FROM subject WHERE e.id = subject.execution_id),
    step AS (${arms ? ARMED_STEP : updateStep(renews)})${arms ? '' : SEEN_HASHES}
    SELECT change.execution_id AS "executionId", EXISTS (SELECT FROM lane) AS held,
      ${arms ? 'EXISTS (SELECT FROM permitted) AS permitted,' : ''} done.moved IS NOT NULL AS moved,
      ${ends ? 'EXISTS (SELECT FROM released)' : 'false'} AS released, ${selectEpochMs('now()::timestamptz(3)')} AS "writtenAtMs"
    FROM change LEFT JOIN LATERAL (
      SELECT true AS moved, CASE WHEN (SELECT bool_and(repeatable) FROM change) THEN ${ASYNC_COMMIT} END
      FROM subject WHERE subject.execution_id = change.execution_id) AS done ON true`;
}

function updateStep(renews: boolean): string {
  return `
      UPDATE execution_steps AS step SET status = subject.step_to,
        ${renews ? 'body = subject.body, seal = subject.seal,' : ''}
        provider_transaction_id =
          CASE WHEN given ? 'provider_transaction_id' THEN subject.provider_transaction_id ELSE step.provider_transaction_id END,
        provider_state = coalesce(subject.provider_state, step.provider_state),
        transaction_hash =
          CASE WHEN given ? 'transaction_hash' THEN subject.transaction_hash ELSE step.transaction_hash END,
        block_number = subject.step_block,
        block_hash = CASE WHEN given ? 'block_number' THEN subject.block_hash ELSE step.block_hash END,
        failure_reason = coalesce(subject.failure_reason, step.failure_reason),
        acceleration_key =
          CASE WHEN given ? 'acceleration_key' THEN subject.acceleration_key ELSE step.acceleration_key END,
        accelerations = step.accelerations + CASE WHEN subject.acceleration_key IS NULL THEN 0 ELSE 1 END,
        accelerated_at = CASE WHEN subject.acceleration_key IS NULL THEN step.accelerated_at ELSE now() END,
        updated_at = now()
      FROM subject WHERE step.execution_id = subject.execution_id AND step.kind = subject.kind`;
}

/** Adds the shown hash to those seen, and marks one that is not the step's. */
const SEEN_HASHES = `,
    hash AS (
      INSERT INTO execution_transaction_hashes (execution_id, kind, transaction_hash)
      SELECT execution_id, kind, transaction_hash FROM subject WHERE transaction_hash IS NOT NULL
      ON CONFLICT DO NOTHING),
    foreign_hash AS (
      UPDATE execution_transaction_hashes AS seen SET is_foreign = true FROM subject
      WHERE seen.execution_id = subject.execution_id AND seen.kind = subject.kind
        AND seen.transaction_hash = subject.foreign_hash)`;

const ARMED_FIELDS = `
        idempotency_key uuid, contract_address text, deadline_ms double precision, policy_version bigint, action text,
        paused_scopes text[], allowance_base_units numeric`;
const PERMITTED = `
    wallet AS MATERIALIZED (
      SELECT w.id FROM change JOIN agent_wallets AS w ON w.id = change.lane_id AND w.policy_version = change.policy_version
      FOR SHARE OF w),
    permitted AS MATERIALIZED (
      SELECT id FROM (SELECT wallet.id, action, paused_scopes FROM wallet CROSS JOIN change OFFSET 0) AS locked
      WHERE paused_scopes IS NULL OR lock_pauses(action) = paused_scopes),`;
/** An approval has no row before it is armed first. */
const ARMABLE = `WHERE coalesce(step.status, CASE change.kind WHEN 'approve' THEN 'planned' END) = change.step_from`;
const ARMED_COLUMNS = `status, idempotency_key, body, seal, allowance_base_units, contract_address, deadline, policy_version,
        armed_at, armed_fence, send_attempts, last_sent_at, updated_at`;
const ARMED_STEP = `
      INSERT INTO execution_steps (execution_id, kind, ${ARMED_COLUMNS})
      SELECT execution_id, kind, step_to, idempotency_key, body, seal, allowance_base_units, contract_address,
        to_timestamp(deadline_ms / 1000), policy_version, now(), fence, 1, now(), now()
      FROM subject
      ON CONFLICT (execution_id, kind) DO UPDATE SET (${ARMED_COLUMNS}) = (SELECT ${ARMED_COLUMNS.split(',')
        .map((c) => `excluded.${c.trim()}`)
        .join(', ')})`;
/**
 * Approval on which a buy stands: its own, or else the last done one of its wallet for the market. The executions before it
 * show the one on which they stand, so the newest of them has it. A permit stands once its buy is executed.
 */
const STANDING_APPROVAL = `coalesce(e.approve_transaction_hash, CASE
          WHEN subject.kind = 'main' AND subject.step_to <> 'failed' AND e.action IN ('buy_yes', 'buy_no') THEN
            (SELECT earlier.approve_transaction_hash FROM executions AS earlier
             WHERE earlier.agent_id = e.agent_id AND earlier.market_contract_address = e.market_contract_address
               AND earlier.action IN ('buy_yes', 'buy_no') AND earlier.lane_id = e.lane_id
               AND earlier.approve_transaction_hash IS NOT NULL
               AND (earlier.status = 'executed' OR earlier.approve_transaction_hash IS DISTINCT FROM earlier.transaction_hash)
               AND NOT EXISTS (SELECT FROM execution_steps AS own
                 WHERE own.execution_id = earlier.id AND own.kind = 'approve' AND own.status <> 'done')
             ORDER BY earlier.created_at DESC, earlier.seq DESC LIMIT 1) END)`;

function updateIntent(to: string): string {
  return `
    intent AS (
      UPDATE agent_intents AS i SET status = ${to}, updated_at = now(),
        executed_at = CASE ${to} WHEN 'executed' THEN now() END
      FROM subject WHERE i.id = subject.intent_id),`;
}

export const MOVE = moveStatement({ lane: HELD_LANE_SQL, ends: false, intent: null });
export const RENEWAL = moveStatement({ lane: HELD_LANE_SQL, ends: false, intent: null, renews: true });
export const FINAL_MOVE = moveStatement({
  lane: HELD_LANE_SQL,
  ends: true,
  intent: { from: 'executing', to: 'subject.execution_to' },
});
export const ARMING = moveStatement({ lane: ARMING_LANE_SQL, ends: false, intent: null, arms: true });
export const REOPENING = moveStatement({
  lane: CHANGED_LANE_SQL,
  ends: false,
  intent: { from: 'executed', to: `'executing'` },
});
