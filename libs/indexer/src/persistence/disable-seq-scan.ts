import type { SqlSession } from '@app/persistence';

/**
 * Prefers indexes for the rest of the transaction. A connection caches its plans, and a sequential scan planned while a
 * table was small would run for each account of a batch, however large the table grows.
 */
export async function disableSeqScan(tx: SqlSession): Promise<void> {
  await tx.query(`SELECT set_config('enable_seqscan', 'off', true)`);
}
