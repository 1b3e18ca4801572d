import type { AgentWallet } from '@app/agents';
import type { Readback } from '@app/chain';
import type { Action } from '@app/common';
import { type ExecutionStatus, type IntentRecord, isFinished, type StepFailure, type WaitingReason } from '@app/engine';
import type { Step } from '../../../../libs/engine/src/domain/lane-work.js';

/** Rows of the engine's tables, reduced to the columns that decisions depend on. Times are virtual. */
export interface LaneRow {
  id: string;
  version: number;
  seenVersion: number;
  wakeAtMs: number | null;
  fence: number;
  leaseUntilMs: number | null;
  waitBlock: number | null;
  /** When the lane expects its turn to send, or since when it has a slot. */
  tokenDueMs: number | null;
  hasSendSlot: boolean;
  accountId: string | null;
  /** Place among the lanes that wait for a slot. */
  sendRound: number | null;
  sendTicket: number | null;
  failures: number;
  quarantined: boolean;
}

export interface StepRow extends Step {
  hashes: string[];
  foreignHashes: string[];
  armedFence: string | null;
  blockNumber: number | null;
  failure: StepFailure | null;
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
  failure: StepFailure | null;
  retrySafe: boolean | null;
  waitingFor: WaitingReason | null;
  tries: number;
  createdAtMs: number;
  completedAtMs: number | null;
  /** The approval first, once one is armed. */
  steps: StepRow[];
}

export interface AccountRow {
  breakerOpen: boolean;
  probeAtMs: number | null;
  /** Highest round in which a lane has had its turn. */
  sendRound: number;
  nextSendMs: number;
}

export interface Tables {
  wallets: Map<string, AgentWallet>;
  lanes: Map<string, LaneRow>;
  intents: Map<string, IntentRecord>;
  executions: Map<string, ExecutionRow>;
  pauses: Set<string>;
  account: AccountRow;
  /** True between a restore and the operator's reconciliation; no lane is served. */
  reconciling: boolean;
}

export function isLive(execution: ExecutionRow): boolean {
  return !isFinished(execution.status);
}

/** Returns a copy that later writes do not change. */
export function copyStep({ hashes, foreignHashes, ...step }: StepRow): StepRow {
  return { ...step, hashes: [...hashes], foreignHashes: [...foreignHashes] };
}
