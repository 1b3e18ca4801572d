/** A change that a holder of the database password could make, and the finding of `npm run verify`. */
export interface Tampering {
  name: string;
  /** Each that ends in RETURNING must change a row. */
  statements: string[];
  /** Code of a finding that must be reported. */
  found: string;
}

const one = (condition: string) => `(SELECT id FROM executions WHERE ${condition} ORDER BY seq LIMIT 1)`;
export const BUY = one(`action = 'buy_yes' AND status = 'executed'`);
export const OTHER_BUY = one(`action = 'buy_no' AND status = 'executed'`);
export const CREATED = one(`action = 'create_market' AND status = 'executed'`);
export const CLAIM = one(`action = 'claim_payout' AND status = 'executed'`);
export const REFUSED = one(`action = 'claim_payout' AND status = 'failed'`);
export const DENIED = one(`error_message LIKE '%denied the transaction%'`);
export const REVERTED = one(`error_message LIKE '%mined and reverted%'`);
export const QUEUED = one(`status = 'queued'`);
export const selectIntent = (execution: string) => `(SELECT intent_id FROM executions WHERE id = ${execution})`;
export const CONFIRMED_SQL = `(SELECT id FROM agent_intents WHERE status = 'confirmed')`;
export const PREVIEW_SQL = `(SELECT id FROM agent_intents WHERE status = 'preview')`;

export const execution = (id: string, set: string) => `UPDATE executions SET ${set} WHERE id = ${id} RETURNING 1`;
export const step = (id: string, kind: 'approve' | 'main', set: string) =>
  `UPDATE execution_steps SET ${set} WHERE execution_id = ${id} AND kind = '${kind}' RETURNING 1`;
export const intent = (id: string, set: string) => `UPDATE agent_intents SET ${set} WHERE id = ${id} RETURNING 1`;
export const event = (id: string, type: string, set: string) =>
  `UPDATE logged_events SET ${set} WHERE subject_id = ${id} AND type = '${type}' RETURNING 1`;
/** Name of the log of the execution's agent. */
export const logOf = (id: string) => `(SELECT 'agent:' || agent_id FROM executions WHERE id = ${id})`;
export const selectHash = (id: string) => `(SELECT transaction_hash FROM executions WHERE id = ${id})`;

/** Stores the id of an execution that later statements cannot find by its former state. */
export const remember = (id: string) => `CREATE TEMPORARY TABLE subject ON COMMIT DROP AS SELECT ${id} AS id`;
export const SUBJECT_SQL = '(SELECT id FROM subject)';
export const SUBJECTS_INTENT_SQL = '(SELECT intent_id FROM subject)';

export const erase = (id: string): string[] => [
  `CREATE TEMPORARY TABLE subject ON COMMIT DROP AS SELECT id, intent_id FROM executions WHERE intent_id = ${selectIntent(id)}`,
  ...['execution_transaction_hashes', 'execution_steps'].map(
    (table) => `DELETE FROM ${table} WHERE execution_id IN ${SUBJECT_SQL}`,
  ),
  `DELETE FROM executions WHERE id IN ${SUBJECT_SQL} RETURNING 1`,
  `DELETE FROM agent_intents WHERE id IN ${SUBJECTS_INTENT_SQL} RETURNING 1`,
];
