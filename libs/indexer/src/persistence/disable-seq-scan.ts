import type { Sql } from '@app/persistence';

/**
 * For the rest of the transaction, reads tables by their indexes whenever one fits. A connection keeps its plans, and one
 * that was made while a table had a few rows reads it as a whole, for each account of a batch, however large it becomes.
 */
export async function disableSeqScan(tx: Sql): Promise<void> {
  await tx.query(`SELECT set_config('enable_seqscan', 'off', true)`);
}
