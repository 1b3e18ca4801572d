import { type Cell, pick } from '../cli/table.js';

/** Replaces the waiting reason of an execution that workers refuse to send. */
export const SEAL_VIOLATED_TEXT = 'seal violated, see docs/runbooks/seal-violated.md';

const FIELDS = ['id', 'agentId', 'action', 'status', 'waitingFor', 'createdAt', 'transactionHash'] as const;

export type ExecutionSummary = Record<(typeof FIELDS)[number], Cell>;

export const EXECUTION_HEADINGS = ['ID', 'AGENT', 'ACTION', 'STATUS', 'WAITING FOR', 'ACCEPTED', 'TRANSACTION'];

export const summaryRow = pick(...FIELDS);
