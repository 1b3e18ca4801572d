import type { SqlSession } from '@app/persistence';
import { recordExecutedByRef } from './record-executed-by-ref.js';
import { findLateEffects, type LateEffect } from './find-late-effects.js';
import { findLostEffects, type LostEffect, reopenExecution } from './reopen-executions.js';

/** Executions that had ended otherwise than the blocks show. */
export interface CorrectedExecutions {
  /** Executed ones whose effect a reorganisation took back. */
  readonly reopened: readonly LostEffect[];
  /** Effects of intents whose executions had all failed or been cancelled. Each has got another execution. */
  readonly late: readonly LateEffect[];
}

/**
 * Corrects executions by the events up to a block. Belongs in the transaction that indexes these blocks, before it moves the
 * cursor. Locks the lanes in the order of their ids, as the renewal of leases does. Safe to repeat.
 */
export async function correctExecutions(tx: SqlSession, toBlock: number): Promise<CorrectedExecutions> {
  const [lost, late] = [await findLostEffects(tx, toBlock), await findLateEffects(tx, toBlock)];
  const corrected: { reopened: LostEffect[]; late: LateEffect[] } = { reopened: [], late: [] };
  for (const laneId of [...new Set([...lost, ...late].map((one) => one.laneId))].sort()) {
    for (const one of lost) {
      if (one.laneId === laneId && (await reopenExecution(tx, one))) corrected.reopened.push(one);
    }
    for (const one of late) {
      if (one.laneId === laneId && (await recordExecutedByRef(tx, one.intentId))) corrected.late.push(one);
    }
  }
  return corrected;
}
