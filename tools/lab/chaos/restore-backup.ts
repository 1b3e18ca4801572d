import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosStack } from './chaos-stack.js';
import type { ChaosOptions } from './options.js';
import type { Order, Traffic } from './traffic.js';

const SETTLE_TIMEOUT_MS = 300_000;
/** Time in which several executions would end if lanes were served. */
const HELD_BACK_MS = 4_000;
/** Maximum time from the deadline of the last lost step until the workers have reconciled the records. */
const RECONCILE_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 250;

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
 * confirmed and lacks the second. No lane may be served before the workers' reconciliation, which records the first.
 */
export async function restoreBackup(
  { stack, traffic, options }: { stack: ChaosStack; traffic: Traffic; options: Pick<ChaosOptions, 'deadlineS'> },
  batchSize: number,
): Promise<RestoreReport> {
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
  await waitUntilReconciled(stack, options.deadlineS * 1000 + RECONCILE_TIMEOUT_MS);
  traffic.watch(confirmed);
  return { recovered: await countRestored(stack), requested: batchSize, executedEarly };
}

async function waitUntilReconciled({ postgres }: ChaosStack, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const isReconciling = 'SELECT FROM engine_cluster WHERE reconcile_since IS NOT NULL';
  while ((await postgres.query(isReconciling)).length > 0) {
    if (Date.now() > deadline) throw new Error('the workers did not reconcile the records');
    await delay(POLL_INTERVAL_MS);
  }
}

async function countRestored({ postgres }: ChaosStack): Promise<number> {
  return (await postgres.query('SELECT FROM executions WHERE request_id IS NULL')).length;
}

async function countEnded({ postgres }: ChaosStack, orders: readonly Order[]): Promise<number> {
  const rows = await postgres.query(
    `SELECT id FROM agent_intents WHERE id = ANY ($1) AND status IN ('executed', 'failed')`,
    [orders.map(({ intentId }) => intentId)],
  );
  return rows.length;
}
