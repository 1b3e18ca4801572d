import type { Action } from '@app/common';

export const EXECUTION_STATUSES = [
  'queued',
  'submitting',
  'broadcast',
  'unknown',
  'executed',
  'failed',
  'cancelled',
] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

export const WAITING_REASONS = ['lane', 'block', 'provider', 'gas', 'paused'] as const;
export type WaitingReason = (typeof WAITING_REASONS)[number];

/** What the contracts answered after the transaction: integers as decimal strings in base units, flags as booleans. */
export type Readback = Readonly<Record<string, string | boolean | null>>;

/** One attempt to execute an intent: one row of executions. */
export interface ExecutionRecord {
  /** `agent_execution_…` */
  id: string;
  /** The order of acceptance, which is the order within a lane. */
  seq: bigint;
  intentId: string;
  agentId: string;
  /** The wallet's id. */
  laneId: string;
  agentWalletAddress: string;
  action: Action;
  /** Counts the intent's attempts from 1. */
  attempt: number;
  status: ExecutionStatus;
  /** keccak256 of the intent id: the chain refuses a second effect under it. */
  ref: string;
  marketContractAddress: string | null;
  broadcastPerformed: boolean;
  approveTransactionHash: string | null;
  transactionHash: string | null;
  readback: Readback | null;
  errorCode: string | null;
  errorMessage: string | null;
  /** Whether another attempt can do no harm; null while that is not decided. */
  retrySafe: boolean | null;
  waitingFor: WaitingReason | null;
  /** Failed tries before arming, for the backoff. */
  tries: number;
  requestId: string | null;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
}

/** Whether an execution has ended: nothing about its outcome changes any more. */
export function isFinished(status: ExecutionStatus): boolean {
  return status === 'executed' || status === 'failed' || status === 'cancelled';
}
