import { setTimeout as delay } from 'node:timers/promises';
import { at } from '../support/json.js';
import type { ChaosStack } from './chaos-stack.js';
import { runOps } from './run-ops.js';
import type { Order, Traffic } from './traffic.js';

const SETTLE_TIMEOUT_MS = 120_000;
/** Time in which several executions would end if lanes were served. */
const HELD_BACK_MS = 4_000;

export interface RestoreReport {
  /** Executions missing in the restored database that the reconciliation recorded again. */
  readonly recovered: number;
  /** Executions requested between restore and reconciliation. */
  readonly requested: number;
  /** How many of them ended before the reconciliation; must be 0. */
  readonly executedEarly: number;
}

/**
 * Restores the database from a backup taken before two batches were executed. The backup contains the first batch as
 * confirmed and lacks the second. No lane may be served before the operator's reconciliation, which records the first.
 */
export async function restoreBackup(stack: ChaosStack, traffic: Traffic, batchSize: number): Promise<RestoreReport> {
  await traffic.settle(SETTLE_TIMEOUT_MS);
  const confirmed = await traffic.confirmBatch(batchSize);
  await stack.postgres.takeBackup();
  await traffic.execute(confirmed);
  const missing = await traffic.submitBatch(batchSize);
  await traffic.settle(SETTLE_TIMEOUT_MS);
  await stack.postgres.restoreBackup();
  for (const { intentId } of missing) traffic.unrecorded.add(intentId);

  const requested = await traffic.submitBatch(batchSize);
  await delay(HELD_BACK_MS);
  const executedEarly = await countEnded(stack, requested);
  const reconciliation = await runOps(['reconcile'], stack.config);
  traffic.watch(confirmed);
  return { recovered: Number(at(reconciliation, 'found')), requested: batchSize, executedEarly };
}

async function countEnded({ postgres }: ChaosStack, orders: readonly Order[]): Promise<number> {
  const rows = await postgres.query(
    `SELECT id FROM agent_intents WHERE id = ANY ($1) AND status IN ('executed', 'failed')`,
    [orders.map(({ intentId }) => intentId)],
  );
  return rows.length;
}
