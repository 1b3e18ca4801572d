/** Time after which a recorded block is no reason to doubt a node: the chain may have been rolled back below it. */
const STEP_BLOCK_LIFE = `interval '1 hour'`;

/**
 * SQL: highest block that the service has recorded, from its own effects and from the chain index; 0 for none. A refusal by a
 * node below it proves nothing. The newest step with a block is one row of an index.
 */
export const KNOWN_BLOCK_SQL = `(SELECT greatest(0, block_number, head_number, (
    SELECT CASE WHEN updated_at > now() - ${STEP_BLOCK_LIFE} THEN block_number END FROM execution_steps
    WHERE kind = 'main' AND block_number IS NOT NULL ORDER BY block_number DESC LIMIT 1))::float8 FROM chain_index)`;
