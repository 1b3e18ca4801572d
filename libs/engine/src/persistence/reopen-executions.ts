import type { Action } from '@app/common';
import type { SqlSession } from '@app/persistence';
import { reopened } from '../domain/transition.js';
import { applyReopening } from './apply-change.js';

/**
 * Highest block that is not compared. The new blocks are compared, the range that the index read before them, what it read
 * since a transaction began that was open at the last comparison, of all that at most 2,000 blocks, and 20 blocks below. A
 * worker may have ended an execution after the index passed its block, and its commit may have been slow.
 */
export const BLOCK_BEFORE_COMPARED_SQL = `
  (SELECT coalesce(greatest(max(block_number) - 2000, least(min(block_number), coalesce((
     SELECT block_number FROM chain_blocks
     WHERE own_xid < (SELECT open_xid FROM chain_blocks ORDER BY block_number DESC LIMIT 1)
     ORDER BY block_number DESC OFFSET 1 LIMIT 1), -1))), -1) - 20
   FROM (SELECT block_number FROM chain_blocks ORDER BY block_number DESC LIMIT 2) AS newest)`;

export type LostEffect = {
  executionId: string;
  laneId: string;
  action: Action;
  plannedMarketAddress: string | null;
};

/**
 * Finds executed executions whose effect a reorganisation took back: the chain index has no event of theirs in the block
 * that they recorded. A rolled back index passes its blocks again, so it also finds executions of blocks that it had not
 * read before they were replaced.
 * @param toBlock last block of the index, whose cursor has not moved there yet
 */
export function findLostEffects(tx: SqlSession, toBlock: number): Promise<LostEffect[]> {
  return tx.query<LostEffect>(LOST_EFFECTS_SQL, [toBlock]);
}

/** Workers then prove the execution again. @returns false when it is not executed any more */
export function reopenExecution(tx: SqlSession, lost: LostEffect): Promise<boolean> {
  const { execution = {}, step } = reopened(lost.plannedMarketAddress);
  return applyReopening(tx, lost.laneId, {
    executionId: lost.executionId,
    from: { execution: 'executed', step: 'done' },
    execution,
    step: { kind: 'main', ...step },
  });
}

/** Leaves executions alone that ended before the index was last empty: it may follow another factory or chain since. */
const LOST_EFFECTS_SQL = `
  SELECT e.id AS "executionId", e.lane_id AS "laneId", e.action, i.market_contract_address AS "plannedMarketAddress"
  FROM execution_steps AS step
    -- OFFSET 0 leaves the primary key as the only way: the index of ended executions would be read anew for each step.
    CROSS JOIN LATERAL (SELECT * FROM executions WHERE id = step.execution_id OFFSET 0) AS e
    JOIN agent_intents AS i ON i.id = e.intent_id
  WHERE step.kind = 'main' AND step.status = 'done' AND step.block_number <= $1
    AND step.block_number >
      (SELECT greatest(${BLOCK_BEFORE_COMPARED_SQL}, (SELECT min(block_number) - 1 FROM chain_blocks), -1))
    AND step.updated_at > (SELECT started_at FROM chain_index)
    AND e.status = 'executed'
    AND NOT EXISTS (SELECT FROM chain_events AS event
      WHERE event.ref = e.ref AND event.account = e.agent_wallet_address AND event.block_hash = step.block_hash)`;
