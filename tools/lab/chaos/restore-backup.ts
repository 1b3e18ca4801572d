import { setTimeout as delay } from 'node:timers/promises';
import type { ChaosStack } from './chaos-stack.js';
import type { ChaosOptions } from './options.js';
import { runOps } from './run-ops.js';
import type { Order, Traffic } from './traffic.js';

const SETTLE_TIMEOUT_MS = 300_000;
/** Time in which several executions would end if lanes were served. */
const HELD_BACK_MS = 4_000;
/** Maximum time from the deadline of the last lost step until the workers have reconciled the records. */
const RECONCILE_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 250;
/** More than the margin that a reconciliation adds to the deadline. */
const CLOCK_MARGIN_S = 15;
const IS_OPERATORS_TURN_SQL = `SELECT FROM engine_cluster CROSS JOIN chain_index
  WHERE is_held AND block_time > reconcile_since + $1 * interval '1 second'`;

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
  await waitUntilReconciled(stack, options.deadlineS);
  traffic.watch(confirmed);
  return { recovered: await countRestored(stack), requested: batchSize, executedEarly };
}

/** If more than a minute was lost, the workers wait for an operator. */
async function waitUntilReconciled({ postgres, config }: ChaosStack, deadlineS: number): Promise<void> {
  const deadline = Date.now() + deadlineS * 1000 + RECONCILE_TIMEOUT_MS;
  const inherited = { ...config.inherited, EXECUTION_DEADLINE_S: String(deadlineS) };
  while ((await postgres.query('SELECT FROM engine_cluster WHERE reconcile_since IS NOT NULL')).length > 0) {
    if (Date.now() > deadline) throw new Error('the workers did not reconcile the records');
    if ((await postgres.query(IS_OPERATORS_TURN_SQL, [deadlineS + CLOCK_MARGIN_S])).length > 0) {
      await runOps(['restored'], { ...config, inherited });
      await runOps(['resume', 'global'], config);
    }
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
