import type { Action } from '@app/common';
import type { Sql } from '@app/persistence';
import { recordExecutedByRef } from '../acceptance/record-executed-by-ref.js';

/** Blocks below the cursor that are compared again: a worker may have ended an execution after the index passed its effect. */
const MARGIN_BLOCKS = 20;

/** An intent whose executions had all failed or been cancelled when its effect appeared. */
export type LateEffect = { intentId: string; action: Action };

/**
 * Records an execution for each intent whose effect is on the chain although all its executions failed or were cancelled: a
 * reorganisation may let a transaction succeed that had reverted. Belongs in the transaction that indexes the blocks, before it
 * moves the cursor. Safe to repeat.
 */
export async function recordLateEffects(tx: Sql): Promise<LateEffect[]> {
  const recorded: LateEffect[] = [];
  for (const { intentId, action } of await tx.query<LateEffect>(LATE_EFFECTS, [MARGIN_BLOCKS])) {
    if (await recordExecutedByRef(tx, intentId)) recorded.push({ intentId, action });
  }
  return recorded;
}

/** In the order of lanes, because each recording locks one. */
const LATE_EFFECTS = `
  SELECT e.intent_id AS "intentId", e.action
  FROM chain_events AS event
    -- OFFSET 0 leaves the index of refs as the only way: a plan from a short history would read all executions.
    CROSS JOIN LATERAL (SELECT * FROM executions WHERE ref = event.ref OFFSET 0) AS e
  WHERE event.ref IS NOT NULL AND event.account = e.agent_wallet_address
    AND event.block_number > (SELECT coalesce(block_number, -1) - $1::bigint FROM chain_index)
  GROUP BY e.intent_id, e.action, e.lane_id
  HAVING bool_and(e.status IN ('failed', 'cancelled'))
  ORDER BY e.lane_id, e.intent_id`;
