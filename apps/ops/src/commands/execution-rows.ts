import type { ExecutionRecord } from '@app/engine';
import { pick } from '../cli/table.js';

/** Replaces the waiting reason of an execution that workers refuse to send. */
export const SEAL_VIOLATED_TEXT = 'seal violated, see docs/runbooks/seal-violated.md';

export const EXECUTION_SUMMARY = 'id, agent_id, action, status, waiting_for, created_at, transaction_hash';

/** A type, not an interface: an interface does not fit the row constraint of `SqlSession.query`. */
export type ExecutionSummary = {
  id: string;
  agent_id: string;
  action: string;
  status: string;
  waiting_for: string | null;
  created_at: Date;
  transaction_hash: string | null;
};

export const EXECUTION_HEADINGS = ['ID', 'AGENT', 'ACTION', 'STATUS', 'WAITING FOR', 'ACCEPTED', 'TRANSACTION'];

export const summaryRow = pick('id', 'agent_id', 'action', 'status', 'waiting_for', 'created_at', 'transaction_hash');

export function summarizeExecution(execution: ExecutionRecord): ExecutionSummary {
  const { id, agentId, action, status, waitingFor, createdAt, transactionHash } = execution;
  return {
    id,
    agent_id: agentId,
    action,
    status,
    waiting_for: waitingFor,
    created_at: createdAt,
    transaction_hash: transactionHash,
  };
}
