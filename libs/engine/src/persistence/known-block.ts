/** Time after which a recorded block is no reason to doubt a node: the chain may have been rolled back below it. */
export const STEP_BLOCK_LIFE = `interval '1 hour'`;

/** Time from a grant of the faucet in which the chain may lack it: the faucet answers when it has sent the funds. */
const FUNDING_TIME = `interval '20 s'`;

/**
 * SQL: highest block that the service has recorded, from its own effects and from the chain index; 0 for none. A refusal by a
 * node below it proves nothing. The newest step with a block is one row of an index.
 */
export const KNOWN_BLOCK_SQL = `(SELECT greatest(0, block_number, head_number, (
    SELECT CASE WHEN updated_at > now() - ${STEP_BLOCK_LIFE} THEN block_number END FROM execution_steps
    WHERE kind = 'main' AND block_number IS NOT NULL ORDER BY block_number DESC LIMIT 1))::float8 FROM chain_index)`;

/** SQL: whether funds that the faucet has granted to a wallet may not be on the chain yet. @param walletId SQL expression */
export function awaitsFunds(walletId: string): string {
  return `EXISTS (SELECT FROM worker_tasks WHERE subject_id = ${walletId}::text AND kind = 'request_faucet'
    AND status = 'done' AND updated_at > now() - ${FUNDING_TIME})`;
}
