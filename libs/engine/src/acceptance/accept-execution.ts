import {
  bumpLane,
  checkPermitted,
  checkWalletReady,
  type ExecutionRecord,
  ExecutionsRepository,
  type IntentRecord,
  IntentsRepository,
  WalletsRepository,
} from '@app/agents';
import { AppError, canonicalJson, isBuy, newId } from '@app/common';
import { refOf } from '@app/contracts';
import type { Sql } from '@app/persistence';
import { checkExecutionAllowed } from '../domain/execution-controls.js';
import { lockControls } from '../persistence/read-execution-controls.js';

export interface Accepted {
  executionId: string;
  laneId: string;
  /** Whether the lane has unfinished executions that were accepted before. */
  waitsForLane: boolean;
}

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
export function notConfirmed(
  intent: IntentRecord,
  execution: Pick<ExecutionRecord, 'waitingFor'> | null = null,
): AppError {
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

/**
 * Accepts one execution in the caller's transaction. Checks run under the wallet's lock in the order of the API contract.
 * Then it moves the intent by compare-and-set, inserts execution and steps, and bumps the lane. Of concurrent calls one
 * succeeds.
 */
export async function acceptExecution(tx: Sql, intent: IntentRecord, acceptance: Acceptance): Promise<Accepted> {
  const wallet = await new WalletsRepository(tx).lockSharedByIntent(intent.id);
  if (wallet === null) throw new AppError('agent_wallet_missing');
  const rejection = checkWalletReady(wallet) ?? checkPermitted(wallet, intent);
  if (rejection !== null) throw rejection;
  const controls = await lockControls(tx, intent.action);
  const { executionEnabled } = acceptance;
  const stopped = checkExecutionAllowed(intent.action, { ...controls, executionEnabled, agentPaused: wallet.paused });
  if (stopped !== null) throw stopped;

  await bumpLane(tx, wallet.id);
  await checkQueueLength(tx, wallet.id, acceptance.maxQueued);
  const executionId = newId('agent_execution');
  const row = await tx.queryOne<{ waitsForLane: boolean }>(ACCEPT, [
    executionId,
    intent.id,
    wallet.id,
    wallet.agentWalletAddress,
    refOf(intent.id),
    acceptance.requestId,
    isBuy(intent.action) ? ['approve', 'main'] : ['main'],
    canonicalJson({ intentId: intent.id, action: intent.action, status: 'queued' }),
    acceptance.traceParent ?? null,
  ]);
  if (row === null) throw await notClaimed(tx, intent.id);
  return { executionId, laneId: wallet.id, waitsForLane: row.waitsForLane };
}

/** Refuses when the wallet has as many queued executions as it may have. The lane's lock makes the count exact. */
async function checkQueueLength(tx: Sql, laneId: string, maxQueued: number): Promise<void> {
  const last = await tx.queryOne(
    `SELECT 1 FROM executions WHERE lane_id = $1 AND status = 'queued' OFFSET $2 LIMIT 1`,
    [laneId, maxQueued - 1],
  );
  if (last === null) return;
  throw new AppError('rate_limited', {
    message: `The wallet has ${maxQueued} queued executions, which is the maximum; retry when some have ended.`,
    headers: { 'Retry-After': QUEUE_RETRY_AFTER_S },
  });
}

/** Moves the intent by compare-and-set; everything else depends on that row. */
const ACCEPT = `
  WITH intent AS (
    UPDATE agent_intents SET status = 'executing', current_execution_id = $1, executions_count = executions_count + 1,
      updated_at = now()
    WHERE id = $2 AND status = 'confirmed'
    RETURNING id, agent_id, action, executions_count, market_contract_address),
  execution AS (
    INSERT INTO executions (id, intent_id, agent_id, lane_id, agent_wallet_address, action, attempt, ref,
      market_contract_address, request_id, trace_parent, waiting_for)
    SELECT $1, id, agent_id, $3, $4, action, executions_count, $5, market_contract_address, $6, $9,
      CASE WHEN EXISTS (SELECT 1 FROM executions AS e WHERE e.lane_id = $3
        AND e.status IN ('queued', 'submitting', 'broadcast', 'unknown')) THEN 'lane' END
    FROM intent RETURNING id, waiting_for),
  steps AS (
    INSERT INTO execution_steps (execution_id, kind) SELECT id, unnest($7::text[]) FROM execution)
  SELECT waiting_for IS NOT NULL AS "waitsForLane", append_execution_event(id, 'execution.accepted', $8) FROM execution`;

/** Error for an intent that left `confirmed` before the compare-and-set. */
async function notClaimed(tx: Sql, intentId: string): Promise<AppError> {
  const intent = await new IntentsRepository(tx).find(intentId);
  if (intent === null) return new AppError('agent_intent_not_found');
  const ids = intent.currentExecutionId === null ? [] : [intent.currentExecutionId];
  const [execution = null] = await new ExecutionsRepository(tx).findMany(ids);
  return notConfirmed(intent, execution);
}
