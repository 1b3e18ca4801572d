import type { Cell } from '../cli/table.js';

/** The columns of an execution that a list shows. */
export const EXECUTION_SUMMARY = 'id, agent_id, action, status, waiting_for, created_at, transaction_hash';

/** A type rather than an interface, so that it fits what the driver calls a row. */
export type ExecutionSummary = {
  id: string;
  agent_id: string;
  action: string;
  status: string;
  waiting_for: string | null;
  created_at: Date;
  transaction_hash: string | null;
};

export const EXECUTION_HEADINGS = ['ID', 'AGENT', 'ACTION', 'STATUS', 'WAITS FOR', 'ACCEPTED', 'TRANSACTION'];

export function summaryRow(row: ExecutionSummary): Cell[] {
  return [row.id, row.agent_id, row.action, row.status, row.waiting_for, row.created_at, row.transaction_hash];
}
