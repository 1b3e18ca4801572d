import type { Chain, ReadbackRequest } from '@app/chain';
import type { Database } from '@app/persistence';

const BATCH_SIZE = 20;
/** Time for which a claim hides an execution from other workers, and until the next attempt. */
const RETRY_DELAY_MS = 30_000;

/** Reads back executions that ended while the chain could not be read. Claims them first, so workers do not overlap. */
export async function fillMissingReadbacks(database: Database, chain: Chain): Promise<void> {
  const due = await database.query<ReadbackRequest & Pick<Filled, 'id' | 'blockHash'>>(
    `UPDATE executions AS e SET readback_due_at = now() + $2 * interval '1 ms'
     FROM execution_steps AS step
     WHERE e.id IN (SELECT id FROM executions WHERE readback_due_at <= now() ORDER BY readback_due_at LIMIT $1
         FOR UPDATE SKIP LOCKED)
       AND step.execution_id = e.id AND step.kind = 'main' AND e.market_contract_address IS NOT NULL
     RETURNING e.id, e.action, e.agent_wallet_address AS "walletAddress",
       e.market_contract_address AS "marketAddress", step.block_number::float8 AS "blockNumber",
       step.block_hash AS "blockHash"`,
    [BATCH_SIZE, RETRY_DELAY_MS],
  );
  const readbacks = await Promise.allSettled(due.map((request) => chain.readback(request)));
  const filled = due.flatMap(({ id, blockHash }, index): Filled[] => {
    const result = readbacks[index];
    return result?.status === 'fulfilled' ? [{ id, blockHash, readback: JSON.stringify(result.value) }] : [];
  });
  if (filled.length > 0) await storeReadbacks(database, filled);
}

interface Filled {
  id: string;
  /** Block of the execution's effect when it was claimed. */
  blockHash: string;
  /** JSON. */
  readback: string;
}

/** Leaves out executions that a reorganisation has reopened since they were claimed. */
async function storeReadbacks(database: Database, filled: readonly Filled[]): Promise<void> {
  await database.query(
    `UPDATE executions SET readback = found.readback::jsonb, readback_due_at = NULL, updated_at = now()
     FROM unnest($1::text[], $2::text[], $3::text[]) AS found (id, readback, block_hash)
       JOIN execution_steps AS step
         ON step.execution_id = found.id AND step.kind = 'main' AND step.block_hash = found.block_hash
     WHERE executions.id = found.id AND executions.status = 'executed' AND executions.readback IS NULL`,
    [filled.map(({ id }) => id), filled.map(({ readback }) => readback), filled.map(({ blockHash }) => blockHash)],
  );
}
