import type { Action } from '@app/common';
import type { SqlSession } from '@app/persistence';
import { BLOCK_BEFORE_COMPARED_SQL } from './reopen-executions.js';

/** An intent whose executions had all failed or been cancelled when its effect appeared. */
export type LateEffect = { intentId: string; laneId: string; action: Action };

/**
 * Finds intents whose effect is on the chain although all their executions failed or were cancelled: a reorganisation may let
 * a transaction succeed that had reverted. Reads the events of the blocks that are compared.
 * @param toBlock last block of the index, whose cursor has not moved there yet
 */
export function findLateEffects(tx: SqlSession, toBlock: number): Promise<LateEffect[]> {
  return tx.query<LateEffect>(LATE_EFFECTS_SQL, [toBlock]);
}

const LATE_EFFECTS_SQL = `
  SELECT e.intent_id AS "intentId", e.lane_id AS "laneId", e.action
  FROM chain_events AS event
    -- OFFSET 0 leaves the index of refs as the only way: a plan from a short history would read all executions.
    CROSS JOIN LATERAL (SELECT * FROM executions WHERE ref = event.ref OFFSET 0) AS e
  WHERE event.ref IS NOT NULL AND event.account = e.agent_wallet_address
    AND event.block_number <= $1 -- a range with two ends, for which a plan of any length of history reads the index
    AND event.block_number > ${BLOCK_BEFORE_COMPARED_SQL}
  GROUP BY e.intent_id, e.action, e.lane_id
  HAVING bool_and(e.status IN ('failed', 'cancelled'))`;
