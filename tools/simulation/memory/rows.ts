import type { AgentWallet, ExecutionStatus, IntentRecord, Readback, WaitingReason } from '@app/agents';
import type { Action } from '@app/common';
import type { FailureReason } from '../../../libs/engine/src/domain/failure.js';
import type { Step } from '../../../libs/engine/src/domain/lane-work.js';

/** The tables that the engine works on, as far as decisions depend on them. Times are the virtual clock's. */
export interface LaneRow {
  id: string;
  version: number;
  seenVersion: number;
  wakeAtMs: number | null;
  fence: number;
  leaseUntilMs: number | null;
}

export interface StepRow extends Step {
  hashes: string[];
  idempotencyKey: string | null;
  failure: FailureReason | null;
}

export interface ExecutionRow {
  id: string;
  seq: number;
  intentId: string;
  laneId: string;
  /** Lower-case. */
  walletAddress: string;
  action: Action;
  attempt: number;
  status: ExecutionStatus;
  ref: string;
  marketContractAddress: string | null;
  broadcastPerformed: boolean;
  approveTransactionHash: string | null;
  transactionHash: string | null;
  readback: Readback | null;
  readbackDueAtMs: number | null;
  failure: FailureReason | null;
  retrySafe: boolean | null;
  waitingFor: WaitingReason | null;
  tries: number;
  createdAtMs: number;
  completedAtMs: number | null;
  /** The approval first. */
  steps: StepRow[];
  events: { type: string; data: string }[];
}

export interface AccountRow {
  breakerOpen: boolean;
  probeAtMs: number | null;
  tokens: number;
  refilledAtMs: number;
}

export interface Tables {
  wallets: Map<string, AgentWallet>;
  lanes: Map<string, LaneRow>;
  intents: Map<string, IntentRecord>;
  executions: Map<string, ExecutionRow>;
  pauses: Set<string>;
  account: AccountRow;
  /** After a restore: nothing is served until the chain was asked what was forgotten. */
  reconciling: boolean;
}

const LIVE: ReadonlySet<ExecutionStatus> = new Set(['queued', 'submitting', 'broadcast', 'unknown']);

export function isLive(execution: ExecutionRow): boolean {
  return LIVE.has(execution.status);
}

/** A row as a reader sees it: what is written later does not change it. */
export function copyStep({ hashes, ...step }: StepRow): StepRow {
  return { ...step, hashes: [...hashes] };
}
